import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { supportLimits } from '#schemas/portal/limits.ts';

/** Answers of schemas/ownForms/support.json. */
const SupportRequest = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: userLimits.maxEmailLength }),
    description: Type.String({ minLength: 1, maxLength: formLimits.maxTextLength }),
  },
  { additionalProperties: false },
);
export type SupportRequest = Type.Static<typeof SupportRequest>;

export const sendSupportRequest = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/support',
  tag: 'support',
  session: ['registered', 'unregistered'],
  summary:
    'Mails what somebody writes to support, with their address for the answer. A repeat ' +
    'under the same Idempotency-Key sends nothing again; another question under it is 409.',
  params: Type.Object({ acc: Id }),
  body: Type.Object({ accountId: Id, payload: SupportRequest }, { additionalProperties: false }),
  reply: Type.Object({ sent: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'conflict', 'tooManyRequests'],
  callsPerMinute: supportLimits.requestsPerMinute,
});

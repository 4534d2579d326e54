import * as Type from 'typebox';
import { Code, Id, Prose } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { supportLimits } from '#schemas/portal/limits.ts';

/** Answers of schemas/ownForms/support.json, whose rules refuse an empty description. */
const SupportRequest = Type.Object(
  {
    email: Code({ minLength: 1, maxLength: userLimits.maxEmailLength }),
    description: Prose(formLimits.maxTextLength),
  },
  { additionalProperties: false },
);
export type SupportRequest = Type.Static<typeof SupportRequest>;

export const sendSupportRequest = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/support',
  session: ['registered', 'unregistered'],
  afterEnd: 'open',
  // Goes to the portal's operator: who cannot activate an account must be able to ask.
  isOpenBeforeActivation: true,
  summary:
    'Mails a question to support, with the caller’s address for the reply. A retry with the same ' +
    'Idempotency-Key sends nothing again; with another question it is 409.',
  params: Type.Object({ acc: Id }),
  body: Type.Object({ accountId: Id, payload: SupportRequest }, { additionalProperties: false }),
  reply: Type.Object({ sent: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'conflict', 'tooManyRequests'],
  callsPerMinute: supportLimits.requestsPerMinute,
  takesIdempotencyKey: true,
});

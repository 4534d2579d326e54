import * as Type from 'typebox';
import { Id, IsoDateTime } from '#schemas/platform/common.ts';
import { endpoint, leadingRoles } from '#schemas/platform/endpoint.ts';
import { passwordLimits } from '#schemas/access/limits.ts';
import { ProviderUser } from './clients.ts';

// The end of a relation (docs/behaviour/access.md#end-of-a-relation).

export const leaveProvider = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/account/leave',
  session: ['registered'],
  isOpenBeforeActivation: true,
  afterEnd: 'open',
  summary:
    'Ends the caller’s relation to a provider. The password is required. The caller still reads ' +
    'what was exchanged, and nothing new is added. Only a new invitation by the provider resumes ' +
    'it. 409 for staff of the provider. A retry changes nothing.',
  params: Type.Object({ acc: Id }),
  body: Type.Object(
    { password: Type.String({ minLength: 1, maxLength: passwordLimits.maxLength }) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ endedDate: IsoDateTime }),
  errors: ['notFound', 'invalidInput', 'isStaff'],
});

export const endRelation = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/end',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary:
    'Ends the relation to a client, who is mailed if registered. The client still reads what was ' +
    'exchanged, and nothing new is added; open invitations are revoked. A new invitation resumes ' +
    'it. 409 for staff: take their role away first. A retry changes nothing.',
  params: Type.Object({ userId: Id }),
  reply: ProviderUser,
  errors: ['notFound', 'isStaff'],
});

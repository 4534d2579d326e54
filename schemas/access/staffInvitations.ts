import * as Type from 'typebox';
import { NewUser } from '#schemas/access/clients.ts';
import { Employee, Role } from '#schemas/accounts/staff.ts';
import { IsoDateTime } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

export const NewEmployee = Type.Object(
  { ...NewUser.properties, role: Role },
  { additionalProperties: false },
);
export type NewEmployee = Type.Static<typeof NewEmployee>;

/** A new member of the staff, with the link of the invitation. */
export const InvitedEmployee = Type.Object({
  ...Employee.properties,
  email: Type.String(),
  invitationUrl: Type.String(),
  validUntil: IsoDateTime,
});
export type InvitedEmployee = Type.Static<typeof InvitedEmployee>;

export const inviteEmployee = endpoint({
  method: 'POST',
  path: '/provider/v1/staff',
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Creates a user with a role at the provider’s board and mails an invitation. The user ' +
    'registers like a client. Give a role to an existing user by PUT. A retry with the same ' +
    'Idempotency-Key returns the same user and sends nothing; with another body it is 409. The ' +
    'key needs the rights of the role: all scopes for `admin`, else people, cases and forms.',
  body: NewEmployee,
  reply: InvitedEmployee,
  errors: ['invalidInput', 'keyScopeMissing', 'conflict', 'tooManyRequests'],
  takesIdempotencyKey: true,
});

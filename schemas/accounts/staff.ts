import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

/** Role on an account's task board (docs/behaviour/tasks.md#roles). */
export const staffRoles = ['admin', 'consultant', 'user', 'internal', 'external'] as const;
export type StaffRole = (typeof staffRoles)[number];
export const Role = StringEnum(staffRoles);

export const Person = Type.Object({
  userId: Id,
  firstName: Type.String(),
  lastName: Type.String(),
});

/** A staff member of an account. */
export const Employee = Type.Object({ ...Person.properties, role: Role });
export type Employee = Type.Static<typeof Employee>;

// Provider API.

export const listEmployees = endpoint({
  method: 'GET',
  path: '/provider/v1/staff',
  tag: 'provider',
  session: ['provider'],
  summary: 'The users who work at the provider’s board, by name.',
  reply: Type.Object({ items: Type.Array(Employee) }),
});

export const putEmployee = endpoint({
  method: 'PUT',
  path: '/provider/v1/staff/:userId',
  tag: 'provider',
  session: ['provider'],
  summary: 'Lets one of the provider’s users work at its board, or gives them another role.',
  params: Type.Object({ userId: Id }),
  body: Type.Object({ role: Role }, { additionalProperties: false }),
  reply: Employee,
  errors: ['notFound', 'invalidInput'],
});

export const removeEmployee = endpoint({
  method: 'DELETE',
  path: '/provider/v1/staff/:userId',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Takes somebody off the board; their cards keep their name until they are given to ' +
    'somebody else.',
  params: Type.Object({ userId: Id }),
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

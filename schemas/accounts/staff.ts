import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint, leadingRoles, staffRoles } from '#schemas/platform/endpoint.ts';

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
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary: 'Lists the users who work at the provider’s board, by name.',
  reply: Type.Object({ items: Type.Array(Employee) }),
});

export const putEmployee = endpoint({
  method: 'PUT',
  path: '/provider/v1/staff/:userId',
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Adds one of the provider’s users to its board, or changes the user’s role. The key needs ' +
    'the rights of the old and the new role: all scopes for `admin`, else people, cases and forms.',
  params: Type.Object({ userId: Id }),
  body: Type.Object({ role: Role }, { additionalProperties: false }),
  reply: Employee,
  errors: ['notFound', 'invalidInput', 'keyScopeMissing'],
});

export const removeEmployee = endpoint({
  method: 'DELETE',
  path: '/provider/v1/staff/:userId',
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Removes a user from the board. Their cards keep the name until they are reassigned. The ' +
    'key needs the rights of the role: all scopes for `admin`, else people, cases and forms.',
  params: Type.Object({ userId: Id }),
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound', 'keyScopeMissing'],
});

/** Rules for the staff of an account. */
export const StaffRules = Type.Object(
  {
    /** true: staff without a second factor cannot use board, forms and answers */
    secondFactorForStaff: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type StaffRules = Type.Static<typeof StaffRules>;

export const getStaffRules = endpoint({
  method: 'GET',
  path: '/provider/v1/staffRules',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns if the provider demands a second factor of its staff.',
  reply: StaffRules,
});

export const setStaffRules = endpoint({
  method: 'PUT',
  path: '/provider/v1/staffRules',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Demands a second factor of the provider’s staff, or ends that. It applies at once: staff ' +
    'without one get 403 `secondFactorRequired` until they set one up in their settings.',
  body: StaffRules,
  reply: StaffRules,
  errors: ['invalidInput'],
});

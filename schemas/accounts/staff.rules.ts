import type { Account } from './accounts.ts';
import { leadingRoles, officeRoles, type StaffRole } from '#schemas/platform/endpoint.ts';

/** Returns true for roles that read what visitors and clients send; externals see tasks only. */
export const mayReadInbox = (role: StaffRole): boolean => officeRoles.includes(role);

/** Returns true for roles that hand out cases, clients and tasks. */
export const mayLead = (role: StaffRole): boolean => leadingRoles.includes(role);

/** Returns the account whose inbox the user reads; undefined without one. */
export const findInbox = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ boardRole }) => boardRole && mayReadInbox(boardRole));

/** Returns true for a user who works at all accounts and is a client of none. */
export const isStaffOnly = (accounts: readonly Account[]): boolean =>
  accounts.length > 0 && accounts.every(({ boardRole, caseCount }) => boardRole && caseCount === 0);

import type { Employee } from '#schemas/accounts/staff.ts';
import { keyScopes, type KeyScope, type StaffRole } from '#schemas/platform/endpoint.ts';
import type { Db } from '#server/db/schema.ts';
import { createProblem } from '#server/problem.ts';
import { hasHiddenCase } from './hiddenCasesRepository.ts';
import * as repository from './repository.ts';

/** A caller of the provider API: a program with the scopes of its key, or a member of the staff. */
export type Actor = { accountId: string; scopes: readonly KeyScope[]; staff?: Employee };

/** Lists what a role may do: administrators alone change settings and colleagues. */
export const listScopes = (role: StaffRole): KeyScope[] =>
  keyScopes.filter((scope) => scope !== 'settings' || role === 'admin');

/**
 * Throws `keyScopeMissing` for a role that has more rights than the caller's key, because the
 * holder of the key could use them through a login with this role.
 */
export function assertMayGiveRole(scopes: readonly KeyScope[], role: StaffRole): void {
  const missing = listScopes(role).filter((scope) => scope !== 'read' && !scopes.includes(scope));
  if (missing.length > 0)
    throw createProblem('keyScopeMissing', undefined, { scopes: missing.join(', ') });
}

/**
 * Throws for a caller who may not change, lock or invite this user: `keyScopeMissing` for staff
 * whose role has more rights than the caller's key. `notAllowed` for a member of the staff who is no
 * administrator and names a colleague, or a client with a case that they do not see.
 */
export async function assertMayChangePerson(
  db: Db,
  { accountId, scopes, staff }: Actor,
  userId: string,
): Promise<void> {
  const employee = await repository.findEmployee(db, accountId, userId);
  if (!staff) {
    if (employee) assertMayGiveRole(scopes, employee.role);
    return;
  }
  const place = { accountId, clientId: userId, staffId: staff.userId };
  if ((employee && staff.role !== 'admin') || (await hasHiddenCase(db, place)))
    throw createProblem('notAllowed');
}

import type { Employee, StaffRole } from '#schemas/staff.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import type { Tell } from '#server/modules/events/service.ts';
import * as repository from './repository.ts';

export const { listEmployees } = repository;

/** What the caller is at an account; throws `notFound` for whoever does not work there: that there is a board is nobody else's business. */
export async function roleOf(db: Db, accountId: string, userId: string): Promise<StaffRole> {
  const employee = await repository.findEmployee(db, accountId, userId);
  if (!employee) throw problem('notFound');
  return employee.role;
}

export const worksAt = async (db: Db, accountId: string, userId: string): Promise<boolean> => (await repository.findEmployee(db, accountId, userId)) !== undefined;

/** Notes for everybody who looks at an account's board that a card has changed. */
export async function tellStaff(db: Db, tell: Tell, { accountId, caseId, workflowKey }: { accountId: string; caseId: string; workflowKey: string }): Promise<void> {
  const staff = await repository.listEmployees(db, accountId);
  tell(staff.map(({ userId }) => userId), { type: 'boardChanged', accountId, akteIdHash: caseId, folderId: null, messageId: null, workflowId: workflowKey });
}

/** Lets a user of the account work at its board, or gives another role; throws `notFound` for a user of somebody else's. */
export async function putEmployee({ db }: Deps, accountId: string, userId: string, role: StaffRole): Promise<Employee> {
  if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
  await repository.putEmployee(db, accountId, userId, role);
  const employee = await repository.findEmployee(db, accountId, userId);
  if (!employee) throw problem('notFound');
  return employee;
}

export async function removeEmployee({ db }: Deps, accountId: string, userId: string): Promise<{ removed: boolean }> {
  if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
  return { removed: await repository.removeEmployee(db, accountId, userId) };
}

import type { Employee, StaffRole } from '#schemas/staff.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { changeAndTell, type Tell } from '#server/modules/events/service.ts';
import * as repository from './repository.ts';

export const { listEmployees, listWorking } = repository;

/** What the caller is at an account; throws `notFound` for whoever does not work there: that there is a board is nobody else's business. */
export async function roleOf(db: Db, accountId: string, userId: string): Promise<StaffRole> {
  const employee = await repository.findWorking(db, accountId, userId);
  if (!employee) throw problem('notFound');
  return employee.role;
}

export const worksAt = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await repository.findWorking(db, accountId, userId)) !== undefined;

/** Notes for everybody who looks at an account's board that a card has changed, or all cards of a case. */
export async function tellStaff(
  db: Db,
  tell: Tell,
  { accountId, caseId, workflowKey }: { accountId: string; caseId: string; workflowKey?: string },
): Promise<void> {
  const staff = await repository.listWorking(db, accountId);
  tell(
    staff.map(({ userId }) => userId),
    {
      type: 'boardChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
      ...(workflowKey === undefined ? {} : { workflowId: workflowKey }),
    },
  );
}

/** Notes for everybody at an account's board who works there now, also for who has just left. */
export async function tellOfStaff(
  db: Db,
  tell: Tell,
  accountId: string,
  userId: string,
): Promise<void> {
  const others = (await repository.listWorking(db, accountId)).filter(
    (each) => each.userId !== userId,
  );
  tell([...others.map((each) => each.userId), userId], {
    type: 'staffChanged',
    accountId,
    akteIdHash: null,
    folderId: null,
    messageId: null,
  });
}

/** Lets a user of the account work at its board, or gives another role; throws `notFound` for a user of somebody else's. */
export const putEmployee = (
  deps: Deps,
  accountId: string,
  userId: string,
  role: StaffRole,
): Promise<Employee> =>
  changeAndTell(deps, async (db, tell) => {
    if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
    await repository.putEmployee(db, accountId, userId, role);
    const employee = await repository.findEmployee(db, accountId, userId);
    if (!employee) throw problem('notFound');
    await tellOfStaff(db, tell, accountId, userId);
    return employee;
  });

export const removeEmployee = (
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<{ removed: boolean }> =>
  changeAndTell(deps, async (db, tell) => {
    if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
    const removed = await repository.removeEmployee(db, accountId, userId);
    if (removed) await tellOfStaff(db, tell, accountId, userId);
    return { removed };
  });

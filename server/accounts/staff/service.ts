import type { Employee, StaffRole } from '#schemas/accounts/staff.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { transactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import * as repository from './repository.ts';

export const { listEmployees, listWorking } = repository;

/**
 * Returns the caller's role; throws `notFound` for other users, so that boards cannot be probed.
 */
export async function getRole(db: Db, accountId: string, userId: string): Promise<StaffRole> {
  const employee = await repository.findWorking(db, accountId, userId);
  if (!employee) throw problem('notFound');
  return employee.role;
}

export const worksAt = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await repository.findWorking(db, accountId, userId)) !== undefined;

/** Queues an event for an account's staff: a card, or all cards of a case, changed. */
export async function queueBoardEvents(
  db: Db,
  queueEvent: QueueEvent,
  { accountId, caseId, workflowKey }: { accountId: string; caseId: string; workflowKey?: string },
): Promise<void> {
  const staff = await repository.listWorking(db, accountId);
  queueEvent(
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

/** Queues an event for an account's staff, including a removed member. */
export async function queueStaffEvents(
  db: Db,
  queueEvent: QueueEvent,
  accountId: string,
  userId: string,
): Promise<void> {
  const others = (await repository.listWorking(db, accountId)).filter(
    (each) => each.userId !== userId,
  );
  queueEvent([...others.map((each) => each.userId), userId], {
    type: 'staffChanged',
    accountId,
    akteIdHash: null,
    folderId: null,
    messageId: null,
  });
}

/** Sets a client's role as staff; throws `notFound` for another account's user. */
export const putEmployee = (
  deps: Deps,
  accountId: string,
  userId: string,
  role: StaffRole,
): Promise<Employee> =>
  transactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
    await repository.putEmployee(db, accountId, userId, role);
    const employee = await repository.findEmployee(db, accountId, userId);
    if (!employee) throw problem('notFound');
    await queueStaffEvents(db, queueEvent, accountId, userId);
    return employee;
  });

export const removeEmployee = (
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<{ removed: boolean }> =>
  transactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await repository.isKnown(db, accountId, userId))) throw problem('notFound');
    const removed = await repository.removeEmployee(db, accountId, userId);
    if (removed) await queueStaffEvents(db, queueEvent, accountId, userId);
    return { removed };
  });

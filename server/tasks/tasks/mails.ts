import { assignmentLimits } from '#server/tasks/limits.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import * as cases from '#server/cases/cases/service.ts';
import { cancelTaskNotifications, queueNotifications } from '#server/mail/notifications/service.ts';
import * as repository from './repository.ts';

/** Queues the news of a task for the case's clients, in the caller's transaction. */
export const notifyClients = async (
  deps: Deps,
  db: Db,
  kind: 'task' | 'deadline',
  { accountId, caseId, workflowKey, validUntil }: StoredTask,
): Promise<void> =>
  queueNotifications(deps, db, {
    accountId,
    caseId,
    kind,
    itemId: workflowKey,
    goodUntil: validUntil,
    userIds: await cases.listClientIds(db, caseId),
  });

/**
 * Cancels unsent mails about a task once it takes no answer. Returns true if its announcement was
 * among them.
 */
export const cancelTaskMails = (
  deps: Deps,
  db: Db,
  { workflowKey }: StoredTask,
): Promise<{ wasQueued: boolean }> => cancelTaskNotifications(deps, db, workflowKey);

/** Queues reminders of near deadlines. Several processes may run it at once. */
export async function remindOfTasks(deps: Deps): Promise<void> {
  for (;;) {
    const due = await repository.listToRemind(
      deps.db,
      deps.clock.now().toISOString(),
      assignmentLimits.closedAtOnce,
    );
    for (const task of due) {
      await inTransaction(deps.db, async (db) => {
        if (await repository.claimReminder(db, task))
          await notifyClients(deps, db, 'deadline', task);
      });
    }
    if (due.length < assignmentLimits.closedAtOnce) return;
  }
}

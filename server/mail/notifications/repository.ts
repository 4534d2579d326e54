import type { NotificationKind, NotificationSettings } from '#schemas/mail/notifications.ts';
import { notificationKinds } from '#schemas/mail/notifications.ts';
import { toNonEmptyIds, lockRows } from '#server/db/dialect.ts';
import { isColumnDue } from '#server/db/isDue.ts';
import type { Db, NotificationRow, NotificationSettingsRow, UserRow } from '#server/db/schema.ts';

/** A client and the account whose news are mailed to them. */
export type Recipient = { userId: string; accountId: string };

const parseSettings = (
  row: Pick<NotificationSettingsRow, 'dailyAt'> & { kinds: string | null },
): NotificationSettings => ({
  kinds:
    row.kinds === null ? [...notificationKinds] : (JSON.parse(row.kinds) as NotificationKind[]),
  dailyAt: row.dailyAt,
});

export async function findSettings(
  db: Db,
  { userId, accountId }: Recipient,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notificationSettings')
    .select(['kinds', 'dailyAt'])
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return parseSettings(row ?? { kinds: null, dailyAt: null });
}

export async function storeSettings(
  db: Db,
  recipient: Recipient,
  { kinds, dailyAt }: NotificationSettings,
): Promise<void> {
  const values = { kinds: JSON.stringify(kinds), dailyAt };
  await db
    .insertInto('notificationSettings')
    .values({ ...recipient, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'accountId']).doUpdateSet(values))
    .execute();
}

/** Moves waiting news of a client that would be mailed later. */
export async function moveForward(
  db: Db,
  { userId, accountId }: Recipient,
  dueAt: string,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ dueAt })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('dueAt', '>', dueAt)
    .execute();
}

type Receiver = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'language'> &
  NotificationSettings;

/** Lists those of some users who may be mailed. Unregistered clients have an invitation instead. */
export async function listReceivers(
  db: Db,
  accountId: string,
  userIds: readonly string[],
): Promise<Receiver[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .leftJoin('notificationSettings as settings', (join) =>
      join
        .onRef('settings.userId', '=', 'memberships.userId')
        .onRef('settings.accountId', '=', 'memberships.accountId'),
    )
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email', 'users.language'])
    .select(['settings.kinds', 'settings.dailyAt'])
    .where('memberships.accountId', '=', accountId)
    .where('memberships.userId', 'in', toNonEmptyIds(userIds))
    .where('memberships.isDisabled', '=', 0)
    .where('memberships.endedAt', 'is', null)
    .where('users.status', '=', 1)
    .where('accounts.disabledAt', 'is', null)
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ ...row, ...parseSettings(row) }));
}

/** Inserts news unless they wait already. */
export async function insertNotifications(db: Db, rows: NotificationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'accountId', 'kind', 'itemId']).doNothing(),
    )
    .execute();
}

/** Deletes waiting news about an item. */
export async function deleteOfItem(db: Db, kind: NotificationKind, itemId: string): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('itemId', '=', itemId)
    .where('kind', '=', kind)
    .execute();
}

/** Deletes waiting news of a case. */
export async function deleteNewsOfCase(db: Db, caseId: string): Promise<void> {
  await db.deleteFrom('notifications').where('caseId', '=', caseId).execute();
}

/** Deletes a client's waiting news of an account, and the choices about its mails. */
export async function forgetRecipient(db: Db, { userId, accountId }: Recipient): Promise<void> {
  for (const table of ['notifications', 'notificationSettings'] as const)
    await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('accountId', '=', accountId)
      .execute();
}

/** Lists some clients with due news, longest waiting first. */
export const listDue = (
  db: Db,
  now: string,
  { longestMs, limit }: { longestMs: number; limit: number },
): Promise<Recipient[]> =>
  db
    .selectFrom('notifications')
    .select(['userId', 'accountId'])
    .where(isColumnDue('dueAt', now, longestMs))
    .groupBy(['userId', 'accountId'])
    .orderBy(({ fn }) => fn.min('dueAt'))
    .limit(limit)
    .execute();

/** Lists waiting news of a client and locks them, so that one process mails them. */
export const lockWaiting = (db: Db, { userId, accountId }: Recipient): Promise<NotificationRow[]> =>
  lockRows(
    db,
    db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', userId)
      .where('accountId', '=', accountId)
      .orderBy('createdAt')
      .orderBy('id'),
  ).execute();

/** Lists ids of messages that the client may see and has not read. */
export async function listUnread(
  db: Db,
  userId: string,
  messageIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('messages', 'messages.id', 'receipts.messageId')
    .innerJoin('cases', 'cases.id', 'receipts.caseId')
    .innerJoin('caseClients', (join) =>
      join
        .onRef('caseClients.caseId', '=', 'receipts.caseId')
        .onRef('caseClients.userId', '=', 'receipts.userId'),
    )
    .leftJoin('folders', 'folders.id', 'receipts.timelineId')
    .select('receipts.messageId')
    .where('receipts.userId', '=', userId)
    .where('receipts.messageId', 'in', toNonEmptyIds(messageIds))
    .where('receipts.readAt', 'is', null)
    .where('messages.withdrawnAt', 'is', null)
    .where('cases.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/** Lists tasks of cases of the client that take an answer. */
export const listOpenTasks = (
  db: Db,
  userId: string,
  workflowKeys: readonly string[],
  now: string,
): Promise<{ workflowKey: string; validUntil: string | null }[]> =>
  db
    .selectFrom('tasks')
    .innerJoin('cases', 'cases.id', 'tasks.caseId')
    .innerJoin('caseClients', 'caseClients.caseId', 'tasks.caseId')
    .select(['tasks.workflowKey', 'tasks.validUntil'])
    .where('caseClients.userId', '=', userId)
    .where('tasks.workflowKey', 'in', toNonEmptyIds(workflowKeys))
    .where('tasks.status', '>=', 2)
    .where('tasks.answeredAt', 'is', null)
    .where('tasks.closedAt', 'is', null)
    .where(({ or, eb }) => or([eb('validUntil', 'is', null), eb('validUntil', '>', now)]))
    .where('cases.withdrawnAt', 'is', null)
    .execute();

/** Lists the cases in which a client has read a message in a period. */
export async function listCasesRead(
  db: Db,
  userId: string,
  caseIds: readonly string[],
  { since, now }: { since: string; now: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('caseId')
    .distinct()
    .where('userId', '=', userId)
    .where('caseId', 'in', toNonEmptyIds(caseIds))
    .where('readAt', '>', since)
    .where('readAt', '<=', now)
    .execute();
  return rows.map(({ caseId }) => caseId);
}

export async function postpone(db: Db, ids: readonly string[], dueAt: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ dueAt })
    .where('id', 'in', toNonEmptyIds(ids))
    .execute();
}

export async function deleteNotifications(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('notifications').where('id', 'in', toNonEmptyIds(ids)).execute();
}

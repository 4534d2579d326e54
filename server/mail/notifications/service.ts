import type { NotificationKind } from '#schemas/mail/notifications.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { notificationLimits } from '#server/mail/limits.ts';
import type { Db, NotificationRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { cancelMails, enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { queuePush } from '#server/mail/push/service.ts';
import { computeDueAt } from './dueTime.ts';
import { buildNews, buildPush, buildTaskKey, type News } from './news.ts';
import * as repository from './repository.ts';
import type { Recipient } from './repository.ts';
import { buildStopUrl } from './stopLink.ts';

export const { deleteNewsOfCase, forgetRecipient } = repository;

export type NewNotification = {
  accountId: string;
  caseId: string;
  kind: NotificationKind;
  /** the message or the workflow */
  itemId: string;
  /** news of no use after this instant */
  goodUntil?: string | null;
  userIds: readonly string[];
};

/**
 * Queues news for the next mail of some clients, in the caller's transaction. Those who do not want
 * them, or cannot log in, are left out.
 */
export async function queueNotifications(
  deps: Deps,
  db: Db,
  { accountId, caseId, kind, itemId, goodUntil = null, userIds }: NewNotification,
): Promise<void> {
  if (userIds.length === 0) return;
  const now = deps.clock.now();
  const receivers = await repository.listReceivers(db, accountId, userIds);
  await repository.insertNotifications(
    db,
    receivers
      .filter(({ kinds }) => kinds.includes(kind))
      .map(({ id, dailyAt }) => ({
        id: newId(),
        userId: id,
        accountId,
        caseId,
        kind,
        itemId,
        dueAt: computeDueAt(now.getTime(), deps.config.notificationMs, { dailyAt, goodUntil }),
        createdAt: now.toISOString(),
      })),
  );
}

/**
 * Cancels unsent mails about one task and its waiting reminders, in the caller's transaction.
 * Returns true if its announcement was among the mails.
 */
export async function cancelTaskNotifications(
  deps: Deps,
  db: Db,
  workflowKey: string,
): Promise<{ wasQueued: boolean }> {
  await repository.deleteOfItem(db, 'deadline', workflowKey);
  await cancelMails(deps, db, buildTaskKey('deadline', workflowKey));
  return { wasQueued: (await cancelMails(deps, db, buildTaskKey('task', workflowKey))) > 0 };
}

/** Keeps news that are still news: unread messages, and tasks that take an answer. */
async function keepCurrent(
  db: Db,
  userId: string,
  rows: readonly NotificationRow[],
  now: string,
): Promise<News[]> {
  const ids = rows.map(({ itemId }) => itemId);
  const unread = new Set(await repository.listUnread(db, userId, ids));
  const tasks = new Map(
    (await repository.listOpenTasks(db, userId, ids, now)).map(({ workflowKey, validUntil }) => [
      workflowKey,
      validUntil,
    ]),
  );
  return rows
    .filter(({ itemId }) => unread.has(itemId) || tasks.has(itemId))
    .map((row) => ({ ...row, validUntil: tasks.get(row.itemId) ?? null }));
}

/** Returns the news of cases in which the client is reading at this moment. */
async function filterBeingRead(
  db: Db,
  userId: string,
  news: readonly News[],
  now: Date,
): Promise<News[]> {
  const ofMessages = news.filter(({ kind }) => kind === 'message' || kind === 'file');
  const since = new Date(now.getTime() - notificationLimits.readingMs).toISOString();
  const caseIds = ofMessages.map(({ caseId }) => caseId);
  const period = { since, now: now.toISOString() };
  const read = await repository.listCasesRead(db, userId, caseIds, period);
  return ofMessages.filter(({ caseId }) => read.includes(caseId));
}

/** Mails and pushes a client's waiting news, or some of them later while the client reads. */
async function sendWaiting(deps: Deps, db: Db, recipient: Recipient): Promise<void> {
  const { userId, accountId } = recipient;
  const now = deps.clock.now();
  const waiting = await repository.lockWaiting(db, recipient);
  const current = await keepCurrent(db, userId, waiting, now.toISOString());
  const beingRead = await filterBeingRead(db, userId, current, now);
  const later = new Set(beingRead.map(({ id }) => id));
  await repository.postpone(
    db,
    [...later],
    new Date(now.getTime() + notificationLimits.readingMs).toISOString(),
  );
  await repository.deleteNotifications(
    db,
    waiting.map(({ id }) => id).filter((id) => !later.has(id)),
  );
  const [receiver] = await repository.listReceivers(db, accountId, [userId]);
  const news = current.filter(({ id, kind }) => !later.has(id) && receiver?.kinds.includes(kind));
  if (!receiver || news.length === 0) return;
  const { firstName, lastName, email, language } = receiver;
  const account = await getAccount(db, { accountId });
  await enqueueMail(deps, db, {
    accountId,
    userId,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    ...buildNews(deps, { language, account: { id: accountId, name: account.name }, userId }, news, {
      stopUrl: buildStopUrl(deps, recipient),
    }),
  });
  await queuePush(deps, db, recipient, buildPush(receiver, accountId, news));
}

/** Mails due news, one mail for each client and account. Several processes may run it at once. */
export async function sendNotifications(deps: Deps): Promise<void> {
  for (const recipient of await repository.listDue(deps.db, deps.clock.now().toISOString(), {
    longestMs: Math.max(notificationLimits.longestDailyMs, deps.config.notificationMs),
    limit: notificationLimits.sentAtOnce,
  }))
    await inTransaction(deps.db, (db) => sendWaiting(deps, db, recipient));
}

import { sql } from 'kysely';
import type { Db, MessageRow, StoredMessage } from '#server/db/schema.ts';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';

// Queries of providers.

const selectSharedMessages = (db: Db, caseId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('folders', 'folders.id', 'messages.timelineId')
    .selectAll('messages')
    .where('messages.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null);

const parseMessage = (row: MessageRow): StoredMessage => ({
  ...row,
  labels: JSON.parse(row.labels) as string[],
});

export async function findCaseMessage(
  db: Db,
  caseId: string,
  id: string,
): Promise<StoredMessage | undefined> {
  const row = await selectSharedMessages(db, caseId)
    .where('messages.id', '=', id)
    .executeTakeFirst();
  return row && parseMessage(row);
}

/** Lists messages by the ids that the provider's own software has for them, also withdrawn ones. */
export async function listByExternalIds(
  db: Db,
  accountId: string,
  externalIds: readonly string[],
): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('authorId', '=', accountId)
    .where('externalId', 'in', toNonEmptyIds(externalIds))
    .execute();
  return rows.map(parseMessage);
}

export type MessageFilter = { externalId?: string | undefined; since?: string | undefined };

function filterMessages(db: Db, caseId: string, { externalId, since }: MessageFilter) {
  let query = selectSharedMessages(db, caseId);
  if (externalId !== undefined) query = query.where('messages.externalId', '=', externalId);
  if (since !== undefined) query = query.where('messages.createdAt', '>=', since);
  return query;
}

/** Lists messages of a case and its folders, newest first, plus one row for a next page. */
export async function listCaseMessages(
  db: Db,
  caseId: string,
  filter: MessageFilter,
  page: { limit: number; after?: Position | undefined },
): Promise<StoredMessage[]> {
  const rows = await paginate(
    filterMessages(db, caseId, filter),
    ['messages.createdAt', 'messages.id'],
    page,
  ).execute();
  return rows.map(parseMessage);
}

export const countCaseMessages = (
  db: Db,
  caseId: string,
  filter: MessageFilter,
): Promise<number | null> =>
  countRows(db, filterMessages(db, caseId, filter).clearSelect().select('messages.id'));

export async function listReceipts(db: Db, messageIds: readonly string[]) {
  return messageIds.length === 0
    ? []
    : db
        .selectFrom('receipts')
        .select(['messageId', 'userId', 'readAt'])
        .where('messageId', 'in', messageIds)
        .orderBy('userId')
        .execute();
}

/** Withdraws a message with its unread marks and favourites. */
export async function withdrawMessage(
  db: Db,
  { id, timelineId }: StoredMessage,
  withdrawnAt: string,
): Promise<void> {
  await db.updateTable('messages').set({ withdrawnAt }).where('id', '=', id).execute();
  await db.deleteFrom('receipts').where('messageId', '=', id).where('readAt', 'is', null).execute();
  await db.deleteFrom('favorites').where('messageId', '=', id).execute();
  const files = db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('messageId', '=', id);
  const newest = await db
    .selectFrom('messages')
    .select('createdAt')
    .where('timelineId', '=', timelineId)
    .where('withdrawnAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  await db
    .updateTable('timelines')
    .set(({ eb, ref }) => ({
      messageCount: eb(ref('messageCount'), '-', 1),
      fileCount: eb(ref('fileCount'), '-', sql<number>`(${files})`),
      lastMessageDate: newest?.createdAt ?? null,
    }))
    .where('id', '=', timelineId)
    .execute();
}

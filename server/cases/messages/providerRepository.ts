import { sql } from 'kysely';
import type { Db, MessageRow, StoredMessage } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

// Queries of providers.

const sharedMessages = (db: Db, caseId: string) =>
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
  const row = await sharedMessages(db, caseId).where('messages.id', '=', id).executeTakeFirst();
  return row && parseMessage(row);
}

/** Lists messages of a case and its folders, newest first, plus one row for a next page. */
export async function listCaseMessages(
  db: Db,
  caseId: string,
  limit: number,
  after?: Position,
): Promise<StoredMessage[]> {
  let query = sharedMessages(db, caseId);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('messages.createdAt', 'messages.id'), '<', tuple(after.at, after.id)),
    );
  const rows = await query
    .orderBy('messages.createdAt', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(parseMessage);
}

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

import type { SqlBool } from 'kysely';
import type { Db, MessageRow, ReceiptRow, StoredMessage, TimelineRow } from '#server/db/schema.ts';
import { paginate, type Position } from '#server/db/paginate.ts';
import { isBeforeEnd, type ClientScope } from '#server/cases/cases/service.ts';

/** A message from one client's point of view. */
export type SeenMessage = StoredMessage & {
  /** null: unread, or written by the client */ readAt: string | null;
  isReceived: boolean;
  isFavorite: boolean;
  hasFiles: boolean;
};

/** Selects shared messages with one client's read mark and favourite. */
const selectSeenMessages = (db: Db, userId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('receipts', (join) =>
      join.onRef('receipts.messageId', '=', 'messages.id').on('receipts.userId', '=', userId),
    )
    .leftJoin('favorites', (join) =>
      join.onRef('favorites.messageId', '=', 'messages.id').on('favorites.userId', '=', userId),
    )
    .selectAll('messages')
    .select(['receipts.readAt', 'receipts.userId as receiver', 'favorites.userId as admirer'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('attachments')
          .select('attachments.fileId')
          .whereRef('attachments.messageId', '=', 'messages.id'),
      ).as('files'),
    )
    .where('messages.withdrawnAt', 'is', null)
    .where(isBeforeEnd(userId, 'messages.caseId', 'messages.createdAt'));

type Row = MessageRow & {
  readAt: string | null;
  receiver: string | null;
  admirer: string | null;
  files: SqlBool;
};
export const seen = <Found extends Row>({ receiver, admirer, files, labels, ...row }: Found) => ({
  ...row,
  labels: JSON.parse(labels) as string[],
  isReceived: receiver !== null,
  isFavorite: admirer !== null,
  hasFiles: Boolean(files),
});

export type PageOptions = {
  limit: number;
  order: 'asc' | 'desc';
  after?: Position | undefined;
  offset?: number | undefined;
};

/** In the order of creation, with one extra row if there is a next page. */
export async function listMessages(
  db: Db,
  userId: string,
  timelineId: string,
  { limit, order, after, offset }: PageOptions,
): Promise<SeenMessage[]> {
  let query = selectSeenMessages(db, userId).where('messages.timelineId', '=', timelineId);
  if (offset !== undefined) query = query.offset(offset);
  const rows = await paginate(query, ['messages.createdAt', 'messages.id'], {
    limit,
    after,
    order,
  }).execute();
  return rows.map(seen);
}

export async function findInTimeline(
  db: Db,
  userId: string,
  timelineId: string,
  id: string,
): Promise<SeenMessage | undefined> {
  const row = await selectSeenMessages(db, userId)
    .where('messages.timelineId', '=', timelineId)
    .where('messages.id', '=', id)
    .executeTakeFirst();
  return row && seen(row);
}

/** Finds a message of a case that is shared with its reader, with the case. */
export async function findMessageOfCase(
  db: Db,
  { userId, accountIds }: ClientScope,
  caseId: string,
  id: string,
): Promise<(SeenMessage & { accountId: string }) | undefined> {
  const row = await selectSeenMessages(db, userId)
    .leftJoin('folders', 'folders.id', 'messages.timelineId')
    .innerJoin('caseClients', 'caseClients.caseId', 'messages.caseId')
    .select('caseClients.accountId')
    .where('caseClients.userId', '=', userId)
    .where('caseClients.accountId', 'in', accountIds)
    .where('folders.withdrawnAt', 'is', null)
    .where('messages.caseId', '=', caseId)
    .where('messages.id', '=', id)
    .executeTakeFirst();
  return row && seen(row);
}

/** Newest first, with one extra row if there is a next page. */
export async function listFavorites(
  db: Db,
  userId: string,
  caseId: string,
  limit: number,
  after?: Position,
): Promise<SeenMessage[]> {
  const rows = await paginate(
    selectSeenMessages(db, userId).where('favorites.caseId', '=', caseId),
    ['favorites.messageCreatedAt', 'favorites.messageId'],
    {
      limit,
      after,
    },
  ).execute();
  return rows.map(seen);
}

export async function countFavorites(db: Db, userId: string, caseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favorites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds the oldest unread message of a timeline. */
export const findFirstUnread = (db: Db, userId: string, caseId: string, timelineId: string) =>
  db
    .selectFrom('receipts')
    .select(['messageId as id', 'messageCreatedAt as createdAt'])
    .where('userId', '=', userId)
    .where('caseId', '=', caseId)
    .where('timelineId', '=', timelineId)
    .where('readAt', 'is', null)
    .orderBy('messageCreatedAt')
    .orderBy('messageId')
    .limit(1)
    .executeTakeFirst();

/** Counts the shared messages of a timeline that a client sees, and their files. */
export async function countSeen(
  db: Db,
  userId: string,
  timelineId: string,
): Promise<Pick<TimelineRow, 'messageCount' | 'fileCount'>> {
  const { messageCount, fileCount } = await db
    .selectFrom('messages')
    .leftJoin('attachments', 'attachments.messageId', 'messages.id')
    .select(({ fn }) => [
      fn.count<number>('messages.id').distinct().as('messageCount'),
      fn.count<number>('attachments.fileId').as('fileCount'),
    ])
    .where('messages.timelineId', '=', timelineId)
    .where('messages.withdrawnAt', 'is', null)
    .where(isBeforeEnd(userId, 'messages.caseId', 'messages.createdAt'))
    .executeTakeFirstOrThrow();
  return { messageCount: Number(messageCount), fileCount: Number(fileCount) };
}

export const findTimeline = (db: Db, id: string): Promise<TimelineRow | undefined> =>
  db.selectFrom('timelines').selectAll().where('id', '=', id).executeTakeFirst();

/** Marks a message as read. Returns false if it was read before. */
export async function markRead(
  db: Db,
  { userId, messageId, readAt }: Pick<ReceiptRow, 'userId' | 'messageId'> & { readAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipts')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .where('readAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks the messages of a timeline up to an instant as read; without a timeline those of the case
 * and its folders. Returns false if all were read before.
 */
export async function markAllRead(
  db: Db,
  { userId, caseId, timelineId, until, readAt }: AllRead,
): Promise<boolean> {
  let query = db
    .updateTable('receipts')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('caseId', '=', caseId)
    .where('messageCreatedAt', '<=', until)
    .where('readAt', 'is', null);
  if (timelineId !== undefined) query = query.where('timelineId', '=', timelineId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type AllRead = Pick<ReceiptRow, 'userId' | 'caseId'> & {
  timelineId?: string;
  until: string;
  readAt: string;
};

/** Returns false if nothing was changed. */
export async function insertFavorite(
  db: Db,
  userId: string,
  { id: messageId, caseId, createdAt: messageCreatedAt }: StoredMessage,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('favorites')
    .values({ messageId, userId, caseId, messageCreatedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'messageId']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false if nothing was changed. */
export async function deleteFavorite(db: Db, userId: string, messageId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favorites')
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

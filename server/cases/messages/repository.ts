import { type SqlBool } from 'kysely';
import { jsonRows } from '#server/db/dialect.ts';
import type {
  AttachmentRow,
  Db,
  FileRow,
  MessageRow,
  ReceiptRow,
  StoredMessage,
  TimelineRow,
  UserRow,
} from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';
import type { CaseScope } from '#server/cases/cases/service.ts';

/** A message from one client's point of view. */
export type SeenMessage = StoredMessage & {
  /** null: unread, or written by the client */ readAt: string | null;
  isReceived: boolean;
  isFavorite: boolean;
  hasFiles: boolean;
};

/** Selects shared messages with one client's read mark and favourite. */
const seenMessages = (db: Db, userId: string) =>
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
    .where('messages.withdrawnAt', 'is', null);

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
  let query = seenMessages(db, userId).where('messages.timelineId', '=', timelineId);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('messages.createdAt', 'messages.id'),
        order === 'desc' ? '<' : '>',
        tuple(after.at, after.id),
      ),
    );
  if (offset !== undefined) query = query.offset(offset);
  const rows = await query
    .orderBy('messages.createdAt', order)
    .orderBy('messages.id', order)
    .limit(limit + 1)
    .execute();
  return rows.map(seen);
}

export async function findInTimeline(
  db: Db,
  userId: string,
  timelineId: string,
  id: string,
): Promise<SeenMessage | undefined> {
  const row = await seenMessages(db, userId)
    .where('messages.timelineId', '=', timelineId)
    .where('messages.id', '=', id)
    .executeTakeFirst();
  return row && seen(row);
}

/** Finds a message of a case that is shared with its reader, with the case. */
export async function findMessageOfCase(
  db: Db,
  { userId, accountIds }: CaseScope,
  caseId: string,
  id: string,
): Promise<(SeenMessage & { accountId: string }) | undefined> {
  const row = await seenMessages(db, userId)
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
  let query = seenMessages(db, userId).where('favorites.caseId', '=', caseId);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('favorites.messageCreatedAt', 'favorites.messageId'),
        '<',
        tuple(after.at, after.id),
      ),
    );
  return (
    await query
      .orderBy('favorites.messageCreatedAt', 'desc')
      .orderBy('favorites.messageId', 'desc')
      .limit(limit + 1)
      .execute()
  ).map(seen);
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

export const findTimeline = (db: Db, id: string): Promise<TimelineRow | undefined> =>
  db.selectFrom('timelines').selectAll().where('id', '=', id).executeTakeFirst();

/** A file with its message. */
export type AttachedFile = FileRow & Pick<AttachmentRow, 'messageId'> & { attachedAt: string };

const attachedFiles = (db: Db) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .selectAll('files')
    .select(['attachments.messageId', 'attachments.createdAt as attachedAt']);

export const listAttachments = async (
  db: Db,
  messageIds: readonly string[],
): Promise<AttachedFile[]> =>
  messageIds.length === 0
    ? []
    : attachedFiles(db)
        .where('attachments.messageId', 'in', messageIds)
        .orderBy('attachments.position')
        .execute();

/** Lists files of a timeline's shared messages, newest first. */
export const listTimelineFiles = (
  db: Db,
  timelineId: string,
  limit: number,
): Promise<AttachedFile[]> =>
  attachedFiles(db)
    .innerJoin('messages', 'messages.id', 'attachments.messageId')
    .where('messages.withdrawnAt', 'is', null)
    .where('attachments.timelineId', '=', timelineId)
    .orderBy('attachments.createdAt', 'desc')
    .orderBy('attachments.messageId', 'desc')
    .orderBy('attachments.position')
    .limit(limit)
    .execute();

/** Finds a file of a message that the client can see. */
export const findSharedFile = (
  db: Db,
  userId: string,
  accountIds: readonly string[],
  fileId: string,
): Promise<AttachedFile | undefined> =>
  attachedFiles(db)
    .innerJoin('messages', 'messages.id', 'attachments.messageId')
    .innerJoin('caseClients', 'caseClients.caseId', 'attachments.caseId')
    .leftJoin('folders', 'folders.id', 'attachments.timelineId')
    .where('attachments.fileId', '=', fileId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .where('caseClients.userId', '=', userId)
    .where('caseClients.accountId', 'in', accountIds)
    .executeTakeFirst();

export type Client = Pick<UserRow, 'id' | 'firstName' | 'lastName'>;

/** Finds where a message goes, an earlier one with its key, and the case's clients. */
export async function findPlaceOfMessage(
  db: Db,
  {
    caseId,
    timelineId,
    authorId,
    idempotencyKey,
  }: Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId'> & { idempotencyKey: string },
) {
  const row = await db
    .selectFrom('cases')
    .leftJoin('timelines', (join) =>
      join.onRef('timelines.caseId', '=', 'cases.id').on('timelines.id', '=', timelineId),
    )
    .leftJoin('folders', 'folders.id', 'timelines.id')
    .leftJoin('messages as earlier', (join) =>
      join
        .onRef('earlier.caseId', '=', 'cases.id')
        .on('earlier.authorId', '=', authorId)
        .on('earlier.idempotencyKey', '=', idempotencyKey),
    )
    .select([
      'timelines.id as timelineId',
      'timelines.lastMessageDate',
      'folders.withdrawnAt',
      'earlier.id as earlier',
      'earlier.bodyHash',
    ])
    .select(({ selectFrom }) =>
      selectFrom('caseClients')
        .innerJoin('users', 'users.id', 'caseClients.userId')
        .select(({ ref }) =>
          jsonRows(
            db,
            {
              id: ref('users.id'),
              firstName: ref('users.firstName'),
              lastName: ref('users.lastName'),
            },
            [ref('users.id')],
          ).as('rows'),
        )
        .whereRef('caseClients.caseId', '=', 'cases.id')
        .$asScalar()
        .$notNull()
        .as('clients'),
    )
    .where('cases.id', '=', caseId)
    .executeTakeFirst();
  return row && { ...row, clients: JSON.parse(row.clients) as Client[] };
}

/** Inserts a message with its files, and a receipt for each client who is to read it. */
export async function insertMessage(
  db: Db,
  message: StoredMessage,
  { fileIds, receivers }: { fileIds: readonly string[]; receivers: readonly string[] },
): Promise<void> {
  const { id: messageId, caseId, timelineId, createdAt } = message;
  await db
    .insertInto('messages')
    .values({ ...message, labels: JSON.stringify(message.labels) })
    .execute();
  const attachments = fileIds.map((fileId, position): AttachmentRow => {
    return { messageId, fileId, caseId, timelineId, position, createdAt };
  });
  if (attachments.length > 0) await db.insertInto('attachments').values(attachments).execute();
  const receipts = receivers.map((userId): ReceiptRow => {
    return { messageId, userId, caseId, timelineId, messageCreatedAt: createdAt, readAt: null };
  });
  if (receipts.length > 0) await db.insertInto('receipts').values(receipts).execute();
  await growTimeline(db, timelineId, { createdAt, files: fileIds.length });
}

/** Adds a message and its files to the counts of a timeline. */
async function growTimeline(
  db: Db,
  id: string,
  { createdAt, files }: { createdAt: string; files: number },
): Promise<void> {
  await db
    .updateTable('timelines')
    .set(({ case: choose, eb, ref, or }) => ({
      messageCount: eb(ref('messageCount'), '+', 1),
      fileCount: eb(ref('fileCount'), '+', files),
      lastMessageDate: choose()
        .when(or([eb('lastMessageDate', 'is', null), eb('lastMessageDate', '<', createdAt)]))
        .then(createdAt)
        .else(ref('lastMessageDate'))
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

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

import { sql, type CompiledQuery, type SqlBool } from 'kysely';
import { jsonRows } from '#server/db/dialect.ts';
import { prepared } from '#server/db/prepared.ts';
import type {
  AttachmentRow,
  Db,
  FileRow,
  MessageRow,
  ReceiptRow,
  UserRow,
} from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';
import type { CaseScope } from '#server/modules/cases/service.ts';
import { growHeads, insertFound } from '#server/modules/events/service.ts';

/** A message as one client has it before them. */
export type SeenMessage = MessageRow & {
  /** null: unread, or not for them to read */ readAt: string | null;
  isReceived: boolean;
  isFavorite: boolean;
  hasFiles: boolean;
};

/** Messages that are shared, with what one client has done with them. */
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
export const seen = <Found extends Row>({ receiver, admirer, files, ...row }: Found) => ({
  ...row,
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

const messagesInOrder = (order: PageOptions['order']) =>
  prepared(
    (
      db,
      userId: string,
      timelineId: string,
      { atMost, after, offset }: Pick<PageOptions, 'after' | 'offset'> & { atMost: number },
    ) => {
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
      return query.orderBy('messages.createdAt', order).orderBy('messages.id', order).limit(atMost);
    },
  );
const inOrder = { asc: messagesInOrder('asc'), desc: messagesInOrder('desc') };

/** In order of creation; one row more than asked for, if there is one. */
export const listMessages = async (
  db: Db,
  userId: string,
  timelineId: string,
  { limit, order, after, offset }: PageOptions,
): Promise<SeenMessage[]> =>
  (await inOrder[order].all(db, userId, timelineId, { atMost: limit + 1, after, offset })).map(
    seen,
  );

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

/** A message of a case that is shared with its reader, and whose case it is. */
export const messageOfCase = prepared(
  (db, { userId, accountIds }: CaseScope, caseId: string, id: string) =>
    seenMessages(db, userId)
      .leftJoin('folders', 'folders.id', 'messages.timelineId')
      .innerJoin('caseClients', 'caseClients.caseId', 'messages.caseId')
      .select('caseClients.accountId')
      .where('caseClients.userId', '=', userId)
      .where('caseClients.accountId', 'in', accountIds)
      .where('folders.withdrawnAt', 'is', null)
      .where('messages.caseId', '=', caseId)
      .where('messages.id', '=', id),
  { isQuick: true },
);

/** Newest first; one row more than asked for, if there is one. */
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

/** The oldest message of a timeline that a client has not read. */
export const findFirstUnread = prepared((db, userId: string, caseId: string, timelineId: string) =>
  db
    .selectFrom('receipts')
    .select(['messageId as id', 'messageCreatedAt as createdAt'])
    .where('userId', '=', userId)
    .where('caseId', '=', caseId)
    .where('timelineId', '=', timelineId)
    .where('readAt', 'is', null)
    .orderBy('messageCreatedAt')
    .orderBy('messageId')
    .limit(1),
).first;

export const timelineById = prepared((db, id: string) =>
  db.selectFrom('timelines').selectAll().where('id', '=', id),
);

/** A file with the message that it came with. */
export type AttachedFile = FileRow & Pick<AttachmentRow, 'messageId'> & { attachedAt: string };

const attachedFiles = (db: Db) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .selectAll('files')
    .select(['attachments.messageId', 'attachments.createdAt as attachedAt']);

const attachmentsOf = prepared((db, messageIds: readonly string[]) =>
  attachedFiles(db)
    .where('attachments.messageId', 'in', messageIds)
    .orderBy('attachments.position'),
);

export const listAttachments = async (
  db: Db,
  messageIds: readonly string[],
): Promise<AttachedFile[]> => (messageIds.length === 0 ? [] : attachmentsOf.all(db, messageIds));

/** Files of a timeline's shared messages, newest first. */
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

/** A file that came with a message which the client can see. */
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

/** Where a message is to stand, the one that was sent under its key before, and who is in the case, as JSON. */
export const placeOfMessage = prepared(
  (
    db,
    {
      caseId,
      timelineId,
      authorId,
      idempotencyKey,
    }: Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId'> & { idempotencyKey: string },
  ) =>
    db
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
      .where('cases.id', '=', caseId),
);

export const readClients = (rows: string): Pick<UserRow, 'id' | 'firstName' | 'lastName'>[] =>
  JSON.parse(rows) as Pick<UserRow, 'id' | 'firstName' | 'lastName'>[];

const newMessage = prepared((db, message: MessageRow) => db.insertInto('messages').values(message));
const newAttachments = prepared((db, rows: readonly AttachmentRow[]) =>
  db.insertInto('attachments').values(rows),
);
const newReceipts = prepared((db, rows: readonly ReceiptRow[]) =>
  db.insertInto('receipts').values(rows),
);
const grownTimeline = prepared(
  (db, id: string, { createdAt, files }: { createdAt: string; files: number }) =>
    db
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
      .where('id', '=', id),
);

/** A message with its files, and a receipt for everyone who is to read it. */
export function insertMessage(
  db: Db,
  message: MessageRow,
  { fileIds, receivers }: { fileIds: readonly string[]; receivers: readonly string[] },
): CompiledQuery<unknown>[] {
  const { id: messageId, caseId, timelineId, createdAt } = message;
  return [
    newMessage.bind(db, message),
    ...(fileIds.length > 0
      ? [
          newAttachments.bind(
            db,
            fileIds.map((fileId, position) => ({
              messageId,
              fileId,
              caseId,
              timelineId,
              position,
              createdAt,
            })),
          ),
        ]
      : []),
    ...(receivers.length > 0
      ? [
          newReceipts.bind(
            db,
            receivers.map((userId) => ({
              messageId,
              userId,
              caseId,
              timelineId,
              messageCreatedAt: createdAt,
              readAt: null,
            })),
          ),
        ]
      : []),
    grownTimeline.bind(db, timelineId, { createdAt, files: fileIds.length }),
  ];
}

/** Marks a message as read, unless it was read before. */
export const messageRead = prepared((db, userId: string, messageId: string, readAt: string) =>
  db
    .updateTable('receipts')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .where('readAt', 'is', null),
);

/** A mark among others, and what is told of it. */
export type Mark = Pick<ReceiptRow, 'userId' | 'messageId'> & {
  at: number;
  readAt: string;
  body: string;
};

/**
 * Marks as read what was not, and tells of that alone, all in one statement of PostgreSQL; answers which. It waits for nobody: what somebody else is
 * changing stays as it is.
 */
export const marksRead = prepared((db, marks: string, atMost: number) =>
  db
    .with('free', (of) =>
      of
        .selectFrom('receipts')
        .innerJoin(
          // With a limit PostgreSQL expects few, and looks each up by the index.
          sql<Mark>`(select * from json_to_recordset(cast(${marks} as json)) as mark("at" integer, "userId" text, "messageId" text, "readAt" text, "body" text) limit ${atMost})`.as<'mark'>(
            sql.ref('mark'),
          ),
          (join) =>
            join
              .onRef('mark.messageId', '=', 'receipts.messageId')
              .onRef('mark.userId', '=', 'receipts.userId'),
        )
        .selectAll('mark')
        .where('receipts.readAt', 'is', null)
        .forNoKeyUpdate('receipts')
        .skipLocked(),
    )
    .with('found', (of) =>
      of
        .updateTable('receipts')
        .from('free')
        .set(({ ref }) => ({ readAt: ref('free.readAt') }))
        .whereRef('receipts.messageId', '=', 'free.messageId')
        .whereRef('receipts.userId', '=', 'free.userId')
        .returning(['free.userId', 'free.at', 'free.body', 'free.readAt as createdAt']),
    )
    .with('grown', growHeads)
    .with('told', insertFound)
    .selectFrom('found')
    .select('at'),
);

/** Whether this call changed it. */
export async function insertFavorite(
  db: Db,
  userId: string,
  { id: messageId, caseId, createdAt: messageCreatedAt }: MessageRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('favorites')
    .values({ messageId, userId, caseId, messageCreatedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'messageId']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether this call changed it. */
export async function deleteFavorite(db: Db, userId: string, messageId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favorites')
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

// What providers do.

const sharedMessages = (db: Db, caseId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('folders', 'folders.id', 'messages.timelineId')
    .selectAll('messages')
    .where('messages.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null);

export const findCaseMessage = (
  db: Db,
  caseId: string,
  id: string,
): Promise<MessageRow | undefined> =>
  sharedMessages(db, caseId).where('messages.id', '=', id).executeTakeFirst();

/** Of a case and its folders, newest first; one row more than asked for, if there is one. */
export function listCaseMessages(
  db: Db,
  caseId: string,
  limit: number,
  after?: Position,
): Promise<MessageRow[]> {
  let query = sharedMessages(db, caseId);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('messages.createdAt', 'messages.id'), '<', tuple(after.at, after.id)),
    );
  return query
    .orderBy('messages.createdAt', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit + 1)
    .execute();
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

/** No longer shares a message, nor that somebody had not read or had marked it. */
export async function withdrawMessage(
  db: Db,
  { id, timelineId }: MessageRow,
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

import { sql } from 'kysely';
import { secondMs } from '#schemas/platform/time.ts';
import { buildTable, insertTexts, selectJsonRows, toNonEmptyIds } from '#server/db/dialect.ts';
import type {
  AttachmentRow,
  Db,
  MessageRow,
  ReceiptRow,
  StoredMessage,
  UserRow,
} from '#server/db/schema.ts';

// Queries that store messages.

export type Client = Pick<UserRow, 'id' | 'firstName' | 'lastName'> & {
  /** newest activity in the cases of the client */ activeAt: string;
};

/** Selects the clients of the cases of a query whose relation has not ended, as JSON. */
function selectReceivers(db: Db) {
  const newestSeen = db
    .selectFrom('caseClients as seen')
    .select('seen.activeAt')
    .whereRef('seen.userId', '=', sql.ref('users.id'))
    .orderBy('seen.activeAt', 'desc')
    .limit(1);
  return db
    .selectFrom('caseClients')
    .innerJoin('users', 'users.id', 'caseClients.userId')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.userId', '=', 'caseClients.userId')
        .onRef('memberships.accountId', '=', 'caseClients.accountId'),
    )
    .select(({ ref }) =>
      selectJsonRows(
        db,
        {
          id: ref('users.id'),
          firstName: ref('users.firstName'),
          lastName: ref('users.lastName'),
          activeAt: newestSeen,
        },
        [ref('users.id')],
      ).as('rows'),
    )
    .whereRef('caseClients.caseId', '=', sql.ref('cases.id'))
    .where('memberships.endedAt', 'is', null)
    .$asScalar()
    .$notNull();
}

/**
 * Finds where a message goes, an earlier one with its key, and the case's clients whose relation to
 * the account has not ended.
 */
export async function findCaseState(
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
      'cases.lastMessageDate',
      'folders.withdrawnAt',
      'earlier.id as earlier',
      'earlier.bodyHash',
    ])
    .select(selectReceivers(db).as('clients'))
    .where('cases.id', '=', caseId)
    .executeTakeFirst();
  return row && { ...row, clients: JSON.parse(row.clients) as Client[] };
}

/** Lists the newest dates and the clients of cases whose relation has not ended. */
export async function listCaseStates(db: Db, caseIds: readonly string[]) {
  const rows = await db
    .selectFrom('cases')
    .select(['cases.id', 'cases.lastMessageDate'])
    .select(selectReceivers(db).as('clients'))
    .where('cases.id', 'in', toNonEmptyIds(caseIds))
    .execute();
  return rows.map((row) => ({ ...row, clients: JSON.parse(row.clients) as Client[] }));
}

const spanMs = secondMs;

/** Returns the end of a span of sort keys: its first instant that `listSortKeys` leaves out. */
export const getSpanEnd = (from: string): string =>
  new Date(new Date(from).getTime() + spanMs).toISOString();

/** Lists the sort keys of cases from these instants to the ends of their spans. */
export async function listSortKeys(
  db: Db,
  spans: readonly { caseId: string; from: string }[],
): Promise<Pick<MessageRow, 'caseId' | 'createdAt'>[]> {
  const rows = spans.map(({ caseId, from }) => ({ caseId, from, end: getSpanEnd(from) }));
  const { rows: found } = await sql<Pick<MessageRow, 'caseId' | 'createdAt'>>`
    select distinct "messages"."caseId", "messages"."createdAt"
    from ${buildTable(db, rows, { caseId: 'text', from: 'text', end: 'text' })}
    inner join "messages" on "messages"."caseId" = "rows"."caseId"
      and "messages"."createdAt" >= "rows"."from" and "messages"."createdAt" < "rows"."end"
  `.execute(db);
  return found;
}

/** A message with its files, and the clients who are to read it. */
export type NewMessage = {
  message: StoredMessage;
  fileIds: readonly string[];
  receivers: readonly string[];
};

/** Inserts messages with their files, and a receipt for each client who is to read one. */
export async function insertMessages(db: Db, added: readonly NewMessage[]): Promise<void> {
  await insertTexts(
    db,
    'messages',
    messageColumns,
    added.map(({ message }) => ({ ...message, labels: JSON.stringify(message.labels) })),
  );
  const attachments = added.flatMap(({ message: { id, ...message }, fileIds }) =>
    fileIds.map((fileId, position): AttachmentRow => {
      const { caseId, timelineId, createdAt } = message;
      return { messageId: id, fileId, caseId, timelineId, position, createdAt };
    }),
  );
  if (attachments.length > 0) await db.insertInto('attachments').values(attachments).execute();
  await insertTexts(
    db,
    'receipts',
    receiptColumns,
    added.flatMap(({ message: { id, caseId, timelineId, createdAt }, receivers }) =>
      receivers.map((userId): ReceiptRow => {
        const messageCreatedAt = createdAt;
        return { messageId: id, userId, caseId, timelineId, messageCreatedAt, readAt: null };
      }),
    ),
  );
  await growTimelines(db, added);
}

const messageColumns: readonly (keyof MessageRow)[] = [
  'id',
  'caseId',
  'timelineId',
  'header',
  'text',
  'creatorName',
  'authorId',
  'labels',
  'belegdatum',
  'withdrawnAt',
  'idempotencyKey',
  'bodyHash',
  'externalId',
  'createdAt',
  'sentAt',
];
const receiptColumns: readonly (keyof ReceiptRow)[] = [
  'messageId',
  'userId',
  'caseId',
  'timelineId',
  'messageCreatedAt',
  'readAt',
];

/** Adds messages and their files to the counts of their timelines. */
async function growTimelines(db: Db, added: readonly NewMessage[]): Promise<void> {
  const rows = added.map(({ message: { timelineId, createdAt }, fileIds }) => {
    return { timelineId, createdAt, files: fileIds.length };
  });
  const types = { timelineId: 'text', createdAt: 'text', files: 'integer' } as const;
  await sql`
    update "timelines" set
      "messageCount" = "messageCount" + "more"."messages",
      "fileCount" = "fileCount" + "more"."files",
      "lastMessageDate" = case
        when "lastMessageDate" is null or "lastMessageDate" < "more"."newest" then "more"."newest"
        else "lastMessageDate"
      end
    from (
      select "timelineId", count(*) as "messages", sum("files") as "files",
        max("createdAt") as "newest"
      from ${buildTable(db, rows, types)} group by "timelineId"
    ) as "more"
    where "timelines"."id" = "more"."timelineId"
  `.execute(db);
}

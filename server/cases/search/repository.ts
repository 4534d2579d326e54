import { sql, type RawBuilder } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import type { AccountRow, CaseRow, Db, FileRow, FolderRow, MessageRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';
import type { CaseScope } from '#server/cases/cases/service.ts';
import type { Term } from './words.ts';

const placesPerMs = 1_024;

const isTaken = (place: RawBuilder<unknown>) =>
  sql`exists (select 1 from "searchEntries" as "other" where "other"."id" = ${place})`;

/** Returns the first free number from `first` on. */
const nextPlace = (first: number) => sql`iif(
  ${isTaken(sql`${first}`)},
  (
    select "id" + 1 from "searchEntries" as "entry"
    where "id" >= ${first} and not ${isTaken(sql`"entry"."id" + 1`)} order by "id" limit 1
  ),
  ${first}
)`;

/**
 * Makes a message findable by these words. SQLite reads its index in the order of the row numbers,
 * so they follow the time: the newest messages are found first, however many there are.
 */
export async function insertEntry(
  db: Db,
  { id, createdAt }: Pick<MessageRow, 'id' | 'createdAt'>,
  words: readonly string[],
): Promise<void> {
  const text = words.join(' ');
  if (!isSqlite(db)) {
    await sql`
      insert into "searchEntries" ("messageId", "words")
      values (${id}, array_to_tsvector(string_to_array(${text}, ' ')))
    `.execute(db);
    return;
  }
  const first = new Date(createdAt).getTime() * placesPerMs;
  await sql`
    insert into "searchEntries" ("id", "messageId") select ${nextPlace(first)}, ${id}
  `.execute(db);
  await sql`
    insert into "searchWords" ("rowid", "words") values (last_insert_rowid(), ${text})
  `.execute(db);
}

type Match = {
  messageId: string;
  /** grows with the time and is unique */ place: string | number;
};

/**
 * Finds messages of these cases that contain all terms. Terms are letters and digits only, so they
 * contain no query operators.
 */
function matching(
  db: Db,
  cases: readonly (readonly Term[])[],
  afterId: string | undefined,
): RawBuilder<Match> {
  const join = (signs: { beginning: string; and: string; or: string }): string =>
    cases
      .map(
        (terms) =>
          `(${terms
            .map(({ text, isBeginning }) => `"${text}"${isBeginning ? signs.beginning : ''}`)
            .join(signs.and)})`,
      )
      .join(signs.or);
  if (isSqlite(db)) {
    const after =
      afterId === undefined
        ? sql`true`
        : sql`"searchWords"."rowid"
            < (select "id" from "searchEntries" where "messageId" = ${afterId})`;
    return sql`(
      select "searchEntries"."messageId", "searchWords"."rowid" as "place"
      from "searchWords"
      cross join "searchEntries" on "searchEntries"."id" = "searchWords"."rowid"
      where "searchWords" match ${join({ beginning: ' *', and: ' AND ', or: ' OR ' })} and ${after}
    )`;
  }
  const place = (table: string) =>
    sql`${sql.ref(`${table}.createdAt`)} || ${sql.ref(`${table}.id`)} collate "C"`;
  const after =
    afterId === undefined
      ? sql`true`
      : sql`${place('messages')}
          < (select ${place('last')} from "messages" as "last" where "last"."id" = ${afterId})`;
  const words = join({ beginning: ':*', and: ' & ', or: ' | ' }).replaceAll('"', "'");
  return sql`(
    select "messageId", ${place('messages')} as "place"
    from "searchEntries"
    inner join "messages" on "messages"."id" = "searchEntries"."messageId"
    where "words" @@ ${words}::tsquery and ${after}
  )`;
}

/** A found message with its place for the reader. */
export type FoundMessage = Pick<
  MessageRow,
  'id' | 'caseId' | 'timelineId' | 'header' | 'text' | 'creatorName' | 'authorId' | 'createdAt'
> &
  Pick<Match, 'place'> & {
    caseHeader: CaseRow['header'];
    accountId: AccountRow['id'];
    accountName: AccountRow['name'];
    folderName: FolderRow['name'] | null;
    receiver: string | null;
    readAt: string | null;
  };

/**
 * Lists shared messages of a client's cases, newest first, with one extra row if there is a next
 * page.
 */
export function findMessages(
  db: Db,
  { userId, accountIds }: CaseScope,
  cases: readonly (readonly Term[])[],
  limit: number,
  after?: Position,
): Promise<FoundMessage[]> {
  return (
    db
      .selectFrom(matching(db, cases, after?.id).as('found'))
      // SQLite keeps the order of cross joins: from the matches to the first page of them.
      .crossJoin('messages')
      .crossJoin('caseClients')
      .crossJoin('cases')
      .crossJoin('accounts')
      .leftJoin('folders', 'folders.id', 'messages.timelineId')
      .leftJoin('receipts', (join) =>
        join.onRef('receipts.messageId', '=', 'messages.id').on('receipts.userId', '=', userId),
      )
      .select([
        'found.place',
        'messages.id',
        'messages.caseId',
        'messages.timelineId',
        'messages.header',
        'messages.text',
        'messages.creatorName',
        'messages.authorId',
        'messages.createdAt',
        'cases.header as caseHeader',
        'accounts.id as accountId',
        'accounts.name as accountName',
        'folders.name as folderName',
        'receipts.userId as receiver',
        'receipts.readAt',
      ])
      .whereRef('messages.id', '=', 'found.messageId')
      .whereRef('caseClients.caseId', '=', 'messages.caseId')
      .whereRef('cases.id', '=', 'messages.caseId')
      .whereRef('accounts.id', '=', 'cases.accountId')
      .where('caseClients.userId', '=', userId)
      .where('caseClients.accountId', 'in', accountIds)
      .where('messages.withdrawnAt', 'is', null)
      .where('folders.withdrawnAt', 'is', null)
      .orderBy('found.place', 'desc')
      .limit(limit + 1)
      .execute()
  );
}

export async function listCaseIds(db: Db, { userId, accountIds }: CaseScope): Promise<string[]> {
  const rows = await db
    .selectFrom('caseClients')
    .select('caseId')
    .where('userId', '=', userId)
    .where('accountId', 'in', accountIds)
    .execute();
  return rows.map(({ caseId }) => caseId);
}

export async function listFileNames(
  db: Db,
  messageIds: readonly string[],
): Promise<(Pick<FileRow, 'id' | 'name'> & { messageId: string })[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .select(['attachments.messageId', 'files.id', 'files.name'])
    .where('attachments.messageId', 'in', messageIds)
    .orderBy('attachments.position')
    .execute();
}

/** Names of these files. */
export async function listNamesOf(db: Db, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await db.selectFrom('files').select('name').where('id', 'in', fileIds).execute()).map(
    ({ name }) => name,
  );
}

/** Takes some of the messages that are not indexed; concurrent processes get different ones. */
export async function claimWaiting(
  db: Db,
  limit: number,
): Promise<Pick<MessageRow, 'id' | 'caseId' | 'header' | 'text' | 'createdAt'>[]> {
  const some = db.selectFrom('searchWaiting').select('messageId').limit(limit);
  const taken = await db
    .deleteFrom('searchWaiting')
    .where('messageId', 'in', some)
    .returning('messageId')
    .execute();
  if (taken.length === 0) return [];
  return db
    .selectFrom('messages')
    .select(['id', 'caseId', 'header', 'text', 'createdAt'])
    .where(
      'id',
      'in',
      taken.map(({ messageId }) => messageId),
    )
    .execute();
}

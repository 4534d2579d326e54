import { sql, type RawBuilder } from 'kysely';
import { buildTable, toNonEmptyIds, insertTexts, isSqlite } from '#server/db/dialect.ts';
import type { AccountRow, CaseRow, Db, FileRow, FolderRow, MessageRow } from '#server/db/schema.ts';
import type { Position } from '#server/db/paginate.ts';
import { isBeforeEnd, type CaseScope } from '#server/cases/cases/service.ts';
import { reverse, type Terms } from '#server/cases/hits/service.ts';
import type { PlainWord } from '#server/words.ts';

const caseClient = sql.ref<string>('caseClients.userId');
const rowNumbersPerMs = 1_024;

const isTaken = (rowNumber: RawBuilder<unknown>) =>
  sql`exists (select 1 from "searchEntries" as "other" where "other"."id" = ${rowNumber})`;

/** Returns the first free number from `first` on. */
const nextRowNumber = (first: number) => sql`iif(
  ${isTaken(sql`${first}`)},
  (
    select "id" + 1 from "searchEntries" as "entry"
    where "id" >= ${first} and not ${isTaken(sql`"entry"."id" + 1`)} order by "id" limit 1
  ),
  ${first}
)`;

/** A message with the words that find it. */
export type NewEntry = Pick<MessageRow, 'id' | 'createdAt'> & { words: readonly string[] };

/** SQLite gives an index entry the row number of its message's entry. */
async function insertSqliteEntry(db: Db, { id, createdAt, words }: NewEntry): Promise<void> {
  const first = new Date(createdAt).getTime() * rowNumbersPerMs;
  await sql`
    insert into "searchEntries" ("id", "messageId") select ${nextRowNumber(first)}, ${id}
  `.execute(db);
  await sql`
    insert into "searchWords" ("rowid", "words") values (last_insert_rowid(), ${words.join(' ')})
  `.execute(db);
}

/**
 * Makes messages findable by their words. SQLite reads its index in the order of the row numbers,
 * so they follow the time: the newest messages are found first, however many there are.
 */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  if (isSqlite(db)) {
    for (const entry of entries) await insertSqliteEntry(db, entry);
    return;
  }
  const rows = entries.map(({ id, words }) => ({ id, words: words.join(' ') }));
  await sql`
    insert into "searchEntries" ("messageId", "words")
    select "id", array_to_tsvector(string_to_array("words", ' '))
    from ${buildTable(db, rows, { id: 'text', words: 'text' })}
  `.execute(db);
}

/** Makes these messages no longer findable. SQLite needs the words that are in its index. */
export async function deleteEntries(
  db: Db,
  entries: readonly Omit<NewEntry, 'createdAt'>[],
): Promise<void> {
  if (isSqlite(db))
    for (const { id, words } of entries)
      await sql`
        insert into "searchWords" ("searchWords", "rowid", "words")
        select 'delete', "id", ${words.join(' ')} from "searchEntries" where "messageId" = ${id}
      `.execute(db);
  const ids = toNonEmptyIds(entries.map(({ id }) => id));
  await sql`
    delete from "searchEntries" where "messageId" in (${sql.join([...ids])})
  `.execute(db);
  await db.deleteFrom('searchWaiting').where('messageId', 'in', ids).execute();
}

/** Lists some messages of a case in the order of their ids, after an id. */
export const listMessagesOf = (
  db: Db,
  caseId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<MessageRow, 'id' | 'caseId' | 'header' | 'text' | 'createdAt'>[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'caseId', 'header', 'text', 'createdAt'])
    .where('caseId', '=', caseId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

type Match = {
  messageId: string;
  /** grows with the time and is unique */ sortKey: string | number;
};

/**
 * Finds messages of these cases that contain all terms. Terms are letters and digits only, so they
 * contain no query operators.
 */
function matching(db: Db, cases: readonly Terms[], afterId: string | undefined): RawBuilder<Match> {
  const join = (signs: { beginning: string; and: string; or: string }): string => {
    const joinGroup = (group: Terms[number]): string =>
      `(${group
        .map(({ text, isBeginning }) => `"${text}"${isBeginning ? signs.beginning : ''}`)
        .join(signs.or)})`;
    return cases.map((groups) => `(${groups.map(joinGroup).join(signs.and)})`).join(signs.or);
  };
  if (isSqlite(db)) {
    const after =
      afterId === undefined
        ? sql`true`
        : sql`"searchWords"."rowid"
            < (select "id" from "searchEntries" where "messageId" = ${afterId})`;
    return sql`(
      select "searchEntries"."messageId", "searchWords"."rowid" as "sortKey"
      from "searchWords"
      cross join "searchEntries" on "searchEntries"."id" = "searchWords"."rowid"
      where "searchWords" match ${join({ beginning: ' *', and: ' AND ', or: ' OR ' })} and ${after}
    )`;
  }
  const buildSortKey = (table: string) =>
    sql`${sql.ref(`${table}.createdAt`)} || ${sql.ref(`${table}.id`)} collate "C"`;
  const after =
    afterId === undefined
      ? sql`true`
      : sql`${buildSortKey('messages')}
          < (select ${buildSortKey('last')} from "messages" as "last" where "last"."id" = ${afterId})`;
  const words = join({ beginning: ':*', and: ' & ', or: ' | ' }).replaceAll('"', "'");
  return sql`(
    select "messageId", ${buildSortKey('messages')} as "sortKey"
    from "searchEntries"
    inner join "messages" on "messages"."id" = "searchEntries"."messageId"
    where "words" @@ ${words}::tsquery and ${after}
  )`;
}

/** A found message with its case and folder for the reader. */
export type FoundMessage = Pick<
  MessageRow,
  | 'id'
  | 'caseId'
  | 'timelineId'
  | 'header'
  | 'text'
  | 'creatorName'
  | 'authorId'
  | 'createdAt'
  | 'sentAt'
> &
  Pick<Match, 'sortKey'> & {
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
  { userIds, accountIds }: CaseScope,
  cases: readonly Terms[],
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
        join
          .onRef('receipts.messageId', '=', 'messages.id')
          .onRef('receipts.userId', '=', 'caseClients.userId'),
      )
      .select([
        'found.sortKey',
        'messages.id',
        'messages.caseId',
        'messages.timelineId',
        'messages.header',
        'messages.text',
        'messages.creatorName',
        'messages.authorId',
        'messages.createdAt',
        'messages.sentAt',
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
      .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
      .where('caseClients.accountId', 'in', accountIds)
      .where('messages.withdrawnAt', 'is', null)
      .where('folders.withdrawnAt', 'is', null)
      .where(isBeforeEnd(caseClient, 'messages.caseId', 'messages.createdAt'))
      .orderBy('found.sortKey', 'desc')
      .limit(limit + 1)
      .execute()
  );
}

export async function listCaseIds(db: Db, { userIds, accountIds }: CaseScope): Promise<string[]> {
  const rows = await db
    .selectFrom('caseClients')
    .select('caseId')
    .where('userId', 'in', toNonEmptyIds(userIds))
    .where('accountId', 'in', toNonEmptyIds(accountIds))
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

/** Stores words of the messages of cases, so that mistyped ones find them. */
export const insertTextWords = (
  db: Db,
  words: readonly (PlainWord & { caseId: string })[],
): Promise<void> =>
  insertTexts(
    db,
    'caseTextWords',
    ['caseId', 'word', 'reversed', 'stem'],
    words.map(({ caseId, plain, stem }) => {
      return { caseId, word: plain, reversed: reverse(plain), stem };
    }),
    { isRepeatable: true },
  );

/** Lists cases that are not in the search index: the version before may have created them. */
export async function listCasesWithoutWords(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('cases')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('caseNameWords')
            .select('caseNameWords.caseId')
            .whereRef('caseNameWords.caseId', '=', 'cases.id'),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

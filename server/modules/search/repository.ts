import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { prepared } from '#server/db/prepared.ts';
import type { AccountRow, CaseRow, Db, FileRow, FolderRow, MessageRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';
import type { CaseScope } from '#server/modules/cases/service.ts';
import type { Term } from './words.ts';

const placesPerMs = 1_024;

/**
 * Makes a message findable by these words. SQLite's index goes through its numbers in their order, so they follow the time:
 * what is newest is found first, however much there is. Of two in one millisecond the second gets the next free number.
 */
export function insertEntry(
  db: Db,
  { id, createdAt }: Pick<MessageRow, 'id' | 'createdAt'>,
  words: readonly string[],
): CompiledQuery<unknown>[] {
  if (!isSqlite(db)) return [newVector.bind(db, id, words.join(' '))];
  return [
    newPlace.bind(db, id, new Date(createdAt).getTime() * placesPerMs),
    newWords.bind(db, words.join(' ')),
  ];
}

const newVector = prepared(
  (_, id: string, words: string) =>
    sql`insert into "searchEntries" ("messageId", "words") values (${id}, array_to_tsvector(string_to_array(${words}, ' ')))`,
);

const isTaken = (place: RawBuilder<unknown>) =>
  sql`exists (select 1 from "searchEntries" as "other" where "other"."id" = ${place})`;
const newPlace = prepared(
  (_, id: string, first: number) => sql`
  insert into "searchEntries" ("id", "messageId")
  select iif(${isTaken(sql`${first}`)}, (select "id" + 1 from "searchEntries" as "entry" where "id" >= ${first} and not ${isTaken(sql`"entry"."id" + 1`)} order by "id" limit 1), ${first}), ${id}
`,
);
const newWords = prepared(
  (_, words: string) =>
    sql`insert into "searchWords" ("rowid", "words") values (last_insert_rowid(), ${words})`,
);

type Match = {
  messageId: string;
  /** grows with the time; no two are alike */ place: string | number;
};

/** Messages that have all the terms of one of these cases. Terms are letters and digits, so nothing in them means anything to the index. */
function matching(
  db: Db,
  cases: readonly (readonly Term[])[],
  afterId: string | undefined,
): RawBuilder<Match> {
  const join = (signs: { beginning: string; and: string; or: string }): string =>
    cases
      .map(
        (terms) =>
          `(${terms.map(({ text, isBeginning }) => `"${text}"${isBeginning ? signs.beginning : ''}`).join(signs.and)})`,
      )
      .join(signs.or);
  if (isSqlite(db)) {
    const after =
      afterId === undefined
        ? sql`true`
        : sql`"searchWords"."rowid" < (select "id" from "searchEntries" where "messageId" = ${afterId})`;
    return sql`(
      select "searchEntries"."messageId", "searchWords"."rowid" as "place" from "searchWords" cross join "searchEntries" on "searchEntries"."id" = "searchWords"."rowid"
      where "searchWords" match ${join({ beginning: ' *', and: ' AND ', or: ' OR ' })} and ${after}
    )`;
  }
  const place = (table: string) =>
    sql`${sql.ref(`${table}.createdAt`)} || ${sql.ref(`${table}.id`)} collate "C"`;
  const after =
    afterId === undefined
      ? sql`true`
      : sql`${place('messages')} < (select ${place('last')} from "messages" as "last" where "last"."id" = ${afterId})`;
  return sql`(
    select "messageId", ${place('messages')} as "place" from "searchEntries" inner join "messages" on "messages"."id" = "searchEntries"."messageId"
    where "words" @@ ${join({ beginning: ':*', and: ' & ', or: ' | ' }).replaceAll('"', "'")}::tsquery and ${after}
  )`;
}

/** A message that was found, with what its reader is told of where it stands. */
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

/** Shared messages of a client's cases, newest first; one row more than asked for, if there is one. */
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
      // SQLite keeps the order of cross joins: it begins with what was found and ends with the first page of it.
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

/** What these files are called. */
export async function listNamesOf(db: Db, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await db.selectFrom('files').select('name').where('id', 'in', fileIds).execute()).map(
    ({ name }) => name,
  );
}

/** Takes some of the messages that wait to be indexed; of several processes each gets others. */
export async function takeWaiting(
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

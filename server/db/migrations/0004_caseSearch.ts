import { sql, type Kysely, type Migration } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { required, reference, withDefault } from './columns.ts';

/** Sorts by code points in both databases, so that a range is a beginning. */
const codePoints = (db: Kysely<unknown>) => (isSqlite(db) ? sql`text` : sql`text collate "C"`);

async function createWords(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('word', codePoints(db), required)
    .addColumn('reversed', codePoints(db), required)
    .addColumn('stem', codePoints(db), required)
    .addPrimaryKeyConstraint(`${table}Key`, ['caseId', 'word'])
    .execute();
  await db.schema.createIndex(`${table}ByEnd`).on(table).columns(['caseId', 'reversed']).execute();
}

/** Has the server index all messages again, because their stems have changed. */
export async function indexAgain(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db))
    await sql`insert into "searchWords" ("searchWords") values ('delete-all')`.execute(db);
  await sql`delete from "searchEntries"`.execute(db);
  await sql`delete from "searchWaiting"`.execute(db);
  await sql`insert into "searchWaiting" ("messageId") select "id" from "messages"`.execute(db);
}

/** Stores the writer of the newest message of each case. */
async function addLastWriter(db: Kysely<unknown>): Promise<void> {
  for (const column of ['lastMessageBy', 'lastMessageById'])
    await db.schema.alterTable('cases').addColumn(column, 'text', withDefault('')).execute();
  const newest = (column: 'creatorName' | 'authorId') => sql`coalesce((
    select ${sql.ref(`messages.${column}`)} from "messages"
    left join "folders" on "folders"."id" = "messages"."timelineId"
    where "messages"."caseId" = "cases"."id" and "messages"."withdrawnAt" is null
      and "folders"."withdrawnAt" is null
    order by "messages"."createdAt" desc, "messages"."id" desc limit 1
  ), '')`;
  await sql`
    update "cases"
    set "lastMessageBy" = ${newest('creatorName')}, "lastMessageById" = ${newest('authorId')}
  `.execute(db);
}

/** Words of cases for their search, and the writer of the newest message. */
export const caseSearch: Migration = {
  async up(db) {
    await createWords(db, 'caseNameWords');
    await db.schema
      .createIndex('caseNameWordsByStem')
      .on('caseNameWords')
      .columns(['caseId', 'stem'])
      .execute();
    await createWords(db, 'caseTextWords');
    await addLastWriter(db);
    await indexAgain(db);
  },
};

import { sql, type Kysely, type Migration } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { required, reference, withDefault } from './columns.ts';

/** Sorts by code points in both databases, so that a range is a beginning. */
const codePoints = (db: Kysely<unknown>) => (isSqlite(db) ? sql`text` : sql`text collate "C"`);

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, build = (column: Parameters<typeof required>[0]) => column) =>
    db.schema.alterTable('submissions').addColumn(name, 'text', build).execute();
  // Null in submissions of the version before, until the index job has filled them.
  await add('reference');
  await add('source');
  await add('indexedAt');
  await add('state', withDefault('open'));
  await add('note', withDefault(''));
  await add('assigneeId', (column) => column.references('users.id'));
  await add('caseId', (column) => column.references('cases.id'));
}

const indexes: Readonly<Record<string, readonly string[]>> = {
  submissionsByState: ['accountId', 'state', 'submittedAt', 'id'],
  submissionsBySource: ['accountId', 'source', 'submittedAt', 'id'],
  submissionsByReference: ['accountId', 'reference'],
};

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('submissions')
      .columns([...columns])
      .execute();
  // Few submissions have these, so their indexes are small.
  for (const column of ['assigneeId', 'caseId'])
    await db.schema
      .createIndex(column === 'caseId' ? 'submissionsByCase' : 'submissionsByAssignee')
      .on('submissions')
      .columns([column, 'submittedAt', 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  await db.schema
    .createIndex('submissionsToIndex')
    .on('submissions')
    .column('submittedAt')
    .where(sql.ref('indexedAt'), 'is', null)
    .execute();
}

/** Marks of submissions, and the words by which they are found. */
export const submissionMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await addColumns(db);
    await addIndexes(db);
    await db.schema
      .createTable('submissionWords')
      .addColumn('submissionId', 'text', reference('submissions.id'))
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('word', codePoints(db), required)
      .addPrimaryKeyConstraint('submissionWordsKey', ['submissionId', 'word'])
      .execute();
    await db.schema
      .createIndex('submissionWordsByWord')
      .on('submissionWords')
      .columns(['accountId', 'word', 'submissionId'])
      .execute();
  },
};

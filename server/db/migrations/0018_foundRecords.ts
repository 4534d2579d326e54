import { sql, type Migration } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { reference, required } from './columns.ts';

/** Indexes by which a provider finds clients and cases, and the instant when a case was closed. */
export const foundRecords: Migration = {
  async up(db) {
    await db.schema.alterTable('cases').addColumn('closedAt', 'text').execute();
    await db.schema
      .createIndex('casesByReference')
      .on('cases')
      .columns(['accountId', 'aktenzeichen'])
      .execute();
    await db.schema
      .createIndex('caseNameWordsByWord')
      .on('caseNameWords')
      .columns(['stem', 'caseId'])
      .execute();
    await db.schema
      .createTable('clientWords')
      .addColumn('accountId', 'text', reference('accounts.id'))
      // By code points in both databases, so that a range is a beginning.
      .addColumn('stem', isSqlite(db) ? sql`text` : sql`text collate "C"`, required)
      .addColumn('userId', 'text', reference('users.id'))
      .addPrimaryKeyConstraint('clientWordsKey', ['accountId', 'stem', 'userId'])
      .execute();
    await db.schema
      .createIndex('clientWordsOfUser')
      .on('clientWords')
      .columns(['userId', 'accountId'])
      .execute();
  },
};

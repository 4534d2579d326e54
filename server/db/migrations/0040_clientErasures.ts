import { sql, type Kysely, type Migration } from 'kysely';
import { isSqlite } from '../dialect.ts';
import { reference, required } from './columns.ts';

/** Traces of erased clients. SQLite's index of words also loses what is deleted from it. */
export const clientErasures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('clientErasures')
      .addColumn('userId', 'text', required)
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('erasedAt', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('caseCount', 'integer', required)
      .addColumn('submissionCount', 'integer', required)
      .addPrimaryKeyConstraint('clientErasuresKey', ['accountId', 'userId'])
      .execute();
    if (isSqlite(db))
      await sql`
        insert into "searchWords" ("searchWords", "rank") values ('secure-delete', 1)
      `.execute(db);
  },
};

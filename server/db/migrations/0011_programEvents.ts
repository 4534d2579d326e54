import { sql, type Kysely, type Migration } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { reference, required } from './columns.ts';

/** Events for a provider's programs. They are numbered after their commit. */
export const programEvents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('programEventHeads')
      .addColumn('accountId', 'text', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('lastSequence', 'integer', required)
      .execute();
    await db.schema
      .createTable('programEvents')
      .addColumn('arrival', isSqlite(db) ? 'integer' : 'bigserial', (column) =>
        isSqlite(db) ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('sequence', 'integer')
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', required)
      .addColumn('data', 'text', required)
      .addColumn('createdAt', 'text', required)
      .addUniqueConstraint('oneProgramEventPerSequence', ['accountId', 'sequence'])
      .execute();
    await db.schema
      .createIndex('programEventsByTime')
      .on('programEvents')
      .column('createdAt')
      .execute();
    await sql`
      create index "programEventsWaiting" on "programEvents" ("accountId", "arrival")
      where "sequence" is null
    `.execute(db);
  },
};

import type { Kysely } from 'kysely';
import { reference, required } from '../columns.ts';

async function createEventHeads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('eventHeads')
    .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id'))
    .addColumn('lastId', 'integer', required)
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('id', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('eventsKey', ['userId', 'id'])
    .execute();
  await db.schema.createIndex('eventsByTime').on('events').column('createdAt').execute();
}

export async function createEventsTables(db: Kysely<unknown>): Promise<void> {
  await createEventHeads(db);
  await createEvents(db);
}

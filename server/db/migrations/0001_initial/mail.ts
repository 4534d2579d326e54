import type { Kysely } from 'kysely';
import { primaryKey, required, withDefault } from '../columns.ts';

async function createMailOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mailOutbox')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('accountId', 'text', (column) => column.references('accounts.id'))
    .addColumn('language', 'text', withDefault('de'))
    .addColumn('recipient', 'text', required)
    .addColumn('replyTo', 'text')
    .addColumn('onceKey', 'text')
    .addColumn('subject', 'text', required)
    .addColumn('sealed', 'text', withDefault(''))
    .addColumn('state', 'text', withDefault('waiting'))
    .addColumn('attempts', 'integer', withDefault(0))
    .addColumn('nextAttemptAt', 'text', withDefault(''))
    .addColumn('goodUntil', 'text')
    .addColumn('sentAt', 'text')
    .addColumn('createdAt', 'text', required)
    .execute();
  await db.schema
    .createIndex('mailOutboxDue')
    .on('mailOutbox')
    .columns(['state', 'nextAttemptAt'])
    .execute();
  await db.schema
    .createIndex('mailOutboxOncePerKey')
    .on('mailOutbox')
    .column('onceKey')
    .unique()
    .execute();
}

export async function createMailTables(db: Kysely<unknown>): Promise<void> {
  await createMailOutbox(db);
}

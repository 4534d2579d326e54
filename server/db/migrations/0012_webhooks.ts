import { sql, type Kysely, type Migration } from 'kysely';
import { primaryKey, reference, required, withDefault } from './columns.ts';

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhookDeliveries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('webhookId', 'text', reference('webhooks.id'))
    .addColumn('number', 'integer', required)
    .addColumn('eventId', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('orderKey', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('nextAttemptAt', 'text', required)
    .addColumn('claimedUntil', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('settledAt', 'text')
    .addUniqueConstraint('oneDeliveryPerNumber', ['webhookId', 'number'])
    .execute();
  await sql`
    create index "webhookDeliveriesWaiting"
    on "webhookDeliveries" ("webhookId", "orderKey", "number") where "state" = 'waiting'
  `.execute(db);
  await db.schema
    .createIndex('webhookDeliveriesByTime')
    .on('webhookDeliveries')
    .columns(['webhookId', 'createdAt', 'id'])
    .execute();
}

/** Addresses of a provider's programs, and the events on their way to them. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', primaryKey)
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('url', 'text', required)
      .addColumn('types', 'text', required)
      .addColumn('isActive', 'integer', required)
      .addColumn('sealedSecrets', 'text', required)
      .addColumn('lastSequence', 'integer', required)
      .addColumn('lastNumber', 'integer', withDefault(0))
      .addColumn('failures', 'integer', withDefault(0))
      .addColumn('failingSince', 'text')
      .addColumn('probeAt', 'text')
      .addColumn('disabledReason', 'text')
      .addColumn('createdAt', 'text', required)
      .execute();
    await db.schema
      .createIndex('webhooksByAccount')
      .on('webhooks')
      .columns(['accountId', 'createdAt'])
      .execute();
    await createDeliveries(db);
    await db.schema
      .createTable('webhookAttempts')
      .addColumn('deliveryId', 'text', reference('webhookDeliveries.id'))
      .addColumn('attempt', 'integer', required)
      .addColumn('at', 'text', required)
      .addColumn('durationMs', 'integer', required)
      .addColumn('status', 'integer')
      .addColumn('reason', 'text')
      .addPrimaryKeyConstraint('webhookAttemptsKey', ['deliveryId', 'attempt'])
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { primaryKey, reference, required, withDefault } from './columns.ts';

/**
 * Devices that show notifications, and what waits for them. Both end with their session, also when
 * the version before deletes it.
 */
export const pushSubscriptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('pushSubscriptions')
      .addColumn('sessionId', 'text', (column) =>
        primaryKey(column).references('sessions.id').onDelete('cascade'),
      )
      .addColumn('endpointHash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed', 'text', required)
      .addColumn('failures', 'integer', withDefault(0))
      .addColumn('failingSince', 'text')
      .addColumn('createdAt', 'text', required)
      .execute();
    await db.schema
      .createTable('pushDeliveries')
      .addColumn('id', 'text', primaryKey)
      .addColumn('sessionId', 'text', (column) =>
        column.notNull().references('pushSubscriptions.sessionId').onDelete('cascade'),
      )
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('body', 'text', required)
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('nextAttemptAt', 'text', required)
      .addColumn('claimedUntil', 'text')
      .addColumn('goodUntil', 'text', required)
      .addUniqueConstraint('onePushPerAccount', ['sessionId', 'accountId'])
      .execute();
    await db.schema
      .createIndex('pushDeliveriesByAttempt')
      .on('pushDeliveries')
      .columns(['nextAttemptAt'])
      .execute();
  },
};

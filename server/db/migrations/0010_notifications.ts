import type { Kysely, Migration } from 'kysely';
import { primaryKey, reference, required } from './columns.ts';

/** News that wait for a client's next mail, and what each client wants to be mailed about. */
export const notifications: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('notifications')
      .addColumn('id', 'text', primaryKey)
      .addColumn('userId', 'text', reference('users.id'))
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('kind', 'text', required)
      .addColumn('itemId', 'text', required)
      .addColumn('caseId', 'text', required)
      .addColumn('dueAt', 'text', required)
      .addColumn('createdAt', 'text', required)
      .addUniqueConstraint('oneNotificationPerItem', ['userId', 'accountId', 'kind', 'itemId'])
      .execute();
    await db.schema
      .createIndex('notificationsByDue')
      .on('notifications')
      .columns(['dueAt'])
      .execute();
    await db.schema
      .createIndex('notificationsByItem')
      .on('notifications')
      .columns(['itemId'])
      .execute();
    await db.schema
      .createTable('notificationSettings')
      .addColumn('userId', 'text', reference('users.id'))
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('kinds', 'text', required)
      .addColumn('dailyAt', 'text')
      .addPrimaryKeyConstraint('oneNotificationSetting', ['userId', 'accountId'])
      .execute();
  },
};

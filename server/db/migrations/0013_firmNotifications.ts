import type { Kysely, Migration } from 'kysely';
import { required } from './columns.ts';

/** Address and kinds of a firm's mails, and the newest event that was looked at. */
export const firmNotifications: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('firmNotifications')
      .addColumn('accountId', 'text', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('email', 'text')
      .addColumn('kinds', 'text', required)
      .addColumn('lastSequence', 'integer', required)
      .addColumn('checkAt', 'text', required)
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { reference, required } from './columns.ts';

/**
 * The confirmed address of a login, apart from that which an account has of its client, and new
 * addresses and numbers that wait for their confirmation.
 */
export const ownContacts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('users').addColumn('loginEmail', 'text').execute();
    await db.schema.alterTable('users').addColumn('loginEmailKey', 'text').execute();
    await db.schema
      .createIndex('usersByLoginEmail')
      .on('users')
      .columns(['loginEmailKey'])
      .execute();
    await db.schema
      .createTable('contactChanges')
      .addColumn('userId', 'text', reference('users.id'))
      .addColumn('kind', 'text', required)
      .addColumn('value', 'text', required)
      .addColumn('validUntil', 'text', required)
      .addPrimaryKeyConstraint('oneContactChange', ['userId', 'kind'])
      .execute();
  },
};

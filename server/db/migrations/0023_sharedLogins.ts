import type { Kysely, Migration } from 'kysely';

/** Clients whose account is opened by the login of another user: one person, several providers. */
export const sharedLogins: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('loginId', 'text', (column) => column.references('users.id'))
      .execute();
    await db.schema.createIndex('usersByLogin').on('users').column('loginId').execute();
  },
};

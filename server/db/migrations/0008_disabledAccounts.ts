import type { Kysely, Migration } from 'kysely';

/** Accounts that the operator has disabled. */
export const disabledAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('disabledAt', 'text').execute();
  },
};

import type { Kysely, Migration } from 'kysely';

/** Since when an account demands a second factor of its staff. Earlier accounts do not. */
export const staffSecondFactor: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('staffSecondFactorSince', 'text').execute();
  },
};

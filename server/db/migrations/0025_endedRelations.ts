import type { Kysely, Migration } from 'kysely';

/** The end of the relation between a client and an account, and the side that has ended it. */
export const endedRelations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('memberships').addColumn('endedAt', 'text').execute();
    await db.schema.alterTable('memberships').addColumn('endedBy', 'text').execute();
  },
};

import type { Kysely, Migration } from 'kysely';

/** When an API key was replaced: it has one successor, which has its lifetime. */
export const rotatedKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('apiKeys').addColumn('rotatedAt', 'text').execute();
  },
};

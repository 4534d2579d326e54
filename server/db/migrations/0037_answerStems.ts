import { sql, type Migration } from 'kysely';

/**
 * Indexes all submissions again, because their words are found by their stems, too. They keep their
 * words meanwhile, because they only get more.
 */
export const answerStems: Migration = {
  async up(db) {
    await sql`update "submissions" set "indexedAt" = null`.execute(db);
  },
};

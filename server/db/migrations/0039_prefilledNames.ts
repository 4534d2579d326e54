import { sql, type Migration } from 'kysely';

/** Indexes all submissions again, because a prefilled name is the sender's with any autocomplete. */
export const prefilledNames: Migration = {
  async up(db) {
    await sql`update "submissions" set "indexedAt" = null`.execute(db);
  },
};

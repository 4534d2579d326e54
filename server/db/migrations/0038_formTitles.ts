import { sql, type Migration } from 'kysely';

/** Indexes all submissions again, because the title of their form finds them, too. */
export const formTitles: Migration = {
  async up(db) {
    await sql`update "submissions" set "indexedAt" = null`.execute(db);
  },
};

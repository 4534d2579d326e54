import { sql, type Migration } from 'kysely';
import { searchAgain } from './0031_searchAgain.ts';

/**
 * Finds cases and clients by the beginnings of whole words. Messages, cases and clients are indexed
 * again, because whole words have ss for ß, clients had stems only, and 12.500 and E-Mail are found
 * by 12500 and Email. Submissions keep their words meanwhile, because they only get more.
 */
export const wholeWords: Migration = {
  async up(db) {
    await db.schema
      .createIndex('caseNameWordsByBeginning')
      .on('caseNameWords')
      .columns(['word', 'caseId'])
      .execute();
    await searchAgain.up(db);
    await sql`update "submissions" set "indexedAt" = null`.execute(db);
  },
};

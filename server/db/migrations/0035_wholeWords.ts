import type { Migration } from 'kysely';
import { searchAgain } from './0031_searchAgain.ts';

/**
 * Finds cases and clients by the beginnings of whole words. Messages, cases and clients are indexed
 * again, because whole words have ss for ß, and clients had stems only.
 */
export const wholeWords: Migration = {
  async up(db) {
    await db.schema
      .createIndex('caseNameWordsByBeginning')
      .on('caseNameWords')
      .columns(['word', 'caseId'])
      .execute();
    await searchAgain.up(db);
  },
};

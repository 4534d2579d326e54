import type { Migration } from 'kysely';
import { searchAgain } from './0031_searchAgain.ts';

/** Indexes all messages, cases and clients again, because whole words are stored with ss for ß. */
export const wholeWords: Migration = {
  async up(db) {
    await searchAgain.up(db);
  },
};

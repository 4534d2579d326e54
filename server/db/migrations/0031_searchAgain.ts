import { sql, type Migration } from 'kysely';
import { indexAgain } from './0004_caseSearch.ts';

/** Indexes all messages, cases and clients again, because their words are folded otherwise. */
export const searchAgain: Migration = {
  async up(db) {
    await sql`delete from "caseTextWords"`.execute(db);
    await sql`delete from "caseNameWords"`.execute(db);
    await sql`delete from "clientWords"`.execute(db);
    await indexAgain(db);
  },
};

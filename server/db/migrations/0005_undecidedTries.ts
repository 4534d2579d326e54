import type { Kysely, Migration } from 'kysely';
import { withDefault } from './columns.ts';

/** Attempts of a login that are counted while their password is being compared. */
export const undecidedTries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('loginTries')
      .addColumn('undecided', 'integer', withDefault(0))
      .execute();
  },
};

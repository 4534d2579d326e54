import type { Kysely, Migration } from 'kysely';
import { withDefault } from './columns.ts';

/** Who finds a form. Forms from before stay as public as they were. */
export const formVisibility: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('forms')
      .addColumn('visibility', 'text', withDefault('public'))
      .execute();
  },
};

import type { Migration } from 'kysely';
import { primaryKey, required } from './columns.ts';

/** Facts about the installation by name, such as the check value of its secret. */
export const installation: Migration = {
  async up(db) {
    await db.schema
      .createTable('installation')
      .addColumn('name', 'text', primaryKey)
      .addColumn('value', 'text', required)
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { required } from './columns.ts';

/** When forms close to visitors. A form without a row is open. */
export const formClosings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('formClosings')
      .addColumn('formId', 'text', (column) => column.primaryKey().references('forms.id'))
      .addColumn('isClosed', 'integer', required)
      .addColumn('closesAt', 'text')
      .addColumn('maxSubmissions', 'integer')
      .addColumn('text', 'text')
      .execute();
  },
};

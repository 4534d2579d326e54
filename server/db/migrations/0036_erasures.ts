import type { Kysely, Migration } from 'kysely';
import { primaryKey, reference, required } from './columns.ts';

/** Trace of an erased submission. */
export const erasures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('erasures')
      .addColumn('submissionId', 'text', primaryKey)
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('formId', 'text', reference('forms.id'))
      .addColumn('source', 'text', required)
      .addColumn('submittedAt', 'text', required)
      .addColumn('erasedAt', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('evidenceHash', 'text')
      .execute();
    await db.schema
      .createIndex('erasuresByAccount')
      .on('erasures')
      .columns(['accountId', 'erasedAt', 'submissionId'])
      .execute();
    await db.schema.createIndex('erasuresByForm').on('erasures').column('formId').execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { primaryKey, reference, required } from './columns.ts';

/** Records of submissions that are not in their account's chain yet. */
export const waitingEvidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('waitingEvidence')
      .addColumn('submissionId', 'text', primaryKey)
      .addColumn('accountId', 'text', reference('accounts.id'))
      .addColumn('submittedAt', 'text', required)
      .addColumn('record', 'text', required)
      .execute();
    await db.schema
      .createIndex('waitingEvidenceByAccount')
      .on('waitingEvidence')
      .columns(['accountId', 'submittedAt', 'submissionId'])
      .execute();
  },
};

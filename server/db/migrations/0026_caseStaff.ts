import type { Kysely, Migration } from 'kysely';
import { reference } from './columns.ts';

/** Staff who may see a case. A case without rows is open to all staff of its account. */
export const caseStaff: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('caseStaff')
      .addColumn('caseId', 'text', reference('cases.id'))
      .addColumn('userId', 'text', reference('users.id'))
      .addPrimaryKeyConstraint('caseStaffKey', ['caseId', 'userId'])
      .execute();
  },
};

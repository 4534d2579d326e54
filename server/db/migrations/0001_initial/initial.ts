import type { Migration } from 'kysely';
import { createAccessTables } from './access.ts';
import { createAccountsTables, createStaff } from './accounts.ts';
import { createCasesTables } from './cases.ts';
import { createEventsTables } from './events.ts';
import { createFilesTables } from './files.ts';
import { createFormsTables } from './forms.ts';
import { createMailTables } from './mail.ts';
import { createTasksTables } from './tasks.ts';

/** The schema of release 0.1.0. Never change it: a later release adds a migration. */
export const initial: Migration = {
  async up(db) {
    // In this order, because a foreign key needs the table that it refers to.
    await createAccountsTables(db);
    await createAccessTables(db);
    await createStaff(db);
    await createFormsTables(db);
    await createFilesTables(db);
    await createCasesTables(db);
    await createTasksTables(db);
    await createMailTables(db);
    await createEventsTables(db);
  },
};

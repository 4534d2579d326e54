import type { AccountRow, Db, FormRevisionRow, SubmissionRow, WorkflowRow } from '#server/db/schema.ts';

/** The form behind a public link, while it is published. */
export const findPublishedForm = (db: Db, processGuid: string): Promise<{ id: string; accountId: string; revision: number } | undefined> =>
  db.selectFrom('forms').innerJoin('formRevisions', 'formRevisions.formId', 'forms.id')
    .select(['forms.id', 'forms.accountId', 'formRevisions.number as revision'])
    .where('forms.processGuid', '=', processGuid).where('forms.state', '=', 'published')
    .orderBy('formRevisions.number', 'desc').limit(1).executeTakeFirst();

export async function insertWorkflow(db: Db, workflow: WorkflowRow): Promise<void> {
  await db.insertInto('workflows').values(workflow).execute();
}

export const findWorkflow = (db: Db, key: string): Promise<WorkflowRow | undefined> =>
  db.selectFrom('workflows').selectAll().where('key', '=', key).executeTakeFirst();

export const findRevision = (db: Db, formId: string, number: number): Promise<FormRevisionRow> =>
  db.selectFrom('formRevisions').selectAll().where('formId', '=', formId).where('number', '=', number).executeTakeFirstOrThrow();

export const findAccountOf = (db: Db, workflow: WorkflowRow): Promise<AccountRow> =>
  db.selectFrom('accounts').selectAll().where('id', '=', workflow.accountId).executeTakeFirstOrThrow();

export const findSubmissionOf = (db: Db, workflowKey: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submissions').selectAll().where('workflowKey', '=', workflowKey).executeTakeFirst();

export async function insertSubmission(db: Db, submission: SubmissionRow): Promise<void> {
  await db.insertInto('submissions').values(submission).execute();
}

/** Whether this call closed it: of two that try, one does. */
export async function closeWorkflow(db: Db, key: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('workflows').set({ submittedAt: at }).where('key', '=', key).where('submittedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

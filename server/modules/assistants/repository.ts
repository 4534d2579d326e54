import type {
  Db,
  FormRevisionRow,
  FormRow,
  SubmissionRow,
  WorkflowRow,
} from '#server/db/schema.ts';

export type LinkedForm = {
  id: string;
  accountId: string;
  revision: number;
  state: FormRow['state'];
};

/** The form behind a public link with its newest revision; a form that was never published has none. */
export const findLinkedForm = (db: Db, processGuid: string): Promise<LinkedForm | undefined> =>
  db
    .selectFrom('forms')
    .innerJoin('formRevisions', 'formRevisions.formId', 'forms.id')
    .select(['forms.id', 'forms.accountId', 'forms.state', 'formRevisions.number as revision'])
    .where('forms.processGuid', '=', processGuid)
    .orderBy('formRevisions.number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether this call inserted it: of two with the same idempotency key, one does. */
export async function insertWorkflow(db: Db, workflow: WorkflowRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('workflows')
    .values(workflow)
    .onConflict((conflict) => conflict.columns(['formId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Frees a key whose workflow was sent or started before the given instant. */
export async function releaseKey(
  db: Db,
  formId: string,
  idempotencyKey: string,
  before: string,
): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ idempotencyKey: null })
    .where('formId', '=', formId)
    .where('idempotencyKey', '=', idempotencyKey)
    .where((is) => is.or([is('startedAt', '<', before), is('submittedAt', 'is not', null)]))
    .execute();
}

export const findWorkflowByIdempotencyKey = (
  db: Db,
  formId: string,
  idempotencyKey: string,
): Promise<WorkflowRow | undefined> =>
  db
    .selectFrom('workflows')
    .selectAll()
    .where('formId', '=', formId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** Notes that an open workflow is in use, and whether it is open; until the transaction ends others wait. */
export async function touchWorkflow(db: Db, key: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({ lastUsedAt: at })
    .where('key', '=', key)
    .where('submittedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findWorkflow = (db: Db, key: string): Promise<WorkflowRow | undefined> =>
  db.selectFrom('workflows').selectAll().where('key', '=', key).executeTakeFirst();

export const findRevision = (db: Db, formId: string, number: number): Promise<FormRevisionRow> =>
  db
    .selectFrom('formRevisions')
    .selectAll()
    .where('formId', '=', formId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();

/** Without its validators, which may be large. */
export const findDefinition = (
  db: Db,
  { formId, revision }: Pick<WorkflowRow, 'formId' | 'revision'>,
): Promise<Pick<FormRevisionRow, 'definition'>> =>
  db
    .selectFrom('formRevisions')
    .select('definition')
    .where('formId', '=', formId)
    .where('number', '=', revision)
    .executeTakeFirstOrThrow();

/** The forms of some workflows, each under its workflow's key. */
export const listDefinitions = (
  db: Db,
  keys: readonly string[],
): Promise<(Pick<FormRevisionRow, 'definition'> & { key: string; revision: number })[]> =>
  db
    .selectFrom('workflows')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'workflows.formId')
        .onRef('formRevisions.number', '=', 'workflows.revision'),
    )
    .select(['workflows.key', 'workflows.revision', 'formRevisions.definition'])
    .where('workflows.key', 'in', keys)
    .execute();

export const findSubmissionOf = (db: Db, workflowKey: string): Promise<SubmissionRow | undefined> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('workflowKey', '=', workflowKey)
    .executeTakeFirst();

export async function insertSubmission(db: Db, submission: SubmissionRow): Promise<void> {
  await db.insertInto('submissions').values(submission).execute();
}

/** Whether this call closed it: of two that try, one does. */
export async function closeWorkflow(db: Db, key: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({ submittedAt: at })
    .where('key', '=', key)
    .where('submittedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether it is a task's: that is no visitor's to open, whoever has its key. */
export const isTask = async (db: Db, key: string): Promise<boolean> =>
  (await db
    .selectFrom('tasks')
    .select('workflowKey')
    .where('workflowKey', '=', key)
    .executeTakeFirst()) !== undefined;

/** Notes when somebody first saw the form of a workflow that had waited for them. */
export async function noteOpened(db: Db, key: string, at: string): Promise<void> {
  await db.updateTable('workflows').set({ startedAt: at }).where('key', '=', key).execute();
}

/** Workflows that nobody has sent or used since, and that no request or task waits for; their uploads have gone long before. */
export async function deleteUnused(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('workflows')
    .where('submittedAt', 'is', null)
    .where('lastUsedAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('externalRequests')
            .select('key')
            .whereRef('externalRequests.workflowKey', '=', 'workflows.key'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tasks')
            .select('tasks.workflowKey')
            .whereRef('tasks.workflowKey', '=', 'workflows.key'),
        ),
      ),
    )
    .execute();
}

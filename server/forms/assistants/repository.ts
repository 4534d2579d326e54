import type { ExpressionBuilder } from 'kysely';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type {
  Db,
  FormRow,
  Revision,
  Schema,
  StoredSubmission,
  SubmissionRow,
  WorkflowRow,
} from '#server/db/schema.ts';

const parseDefinition = (column: string): FormDefinition => JSON.parse(column) as FormDefinition;

export type LinkedForm = {
  id: string;
  accountId: string;
  revision: number;
  state: FormRow['state'];
  visibility: FormRow['visibility'];
};

/** Finds the form of a public link with its newest revision, which an unpublished form lacks. */
export const findLinkedForm = (db: Db, processGuid: string): Promise<LinkedForm | undefined> =>
  db
    .selectFrom('forms')
    .innerJoin('formRevisions', 'formRevisions.formId', 'forms.id')
    .innerJoin('accounts', 'accounts.id', 'forms.accountId')
    .select(['forms.id', 'forms.accountId', 'forms.state', 'forms.visibility'])
    .select('formRevisions.number as revision')
    .where('forms.processGuid', '=', processGuid)
    .where('accounts.disabledAt', 'is', null)
    .orderBy('formRevisions.number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns what decides who may start a workflow of the form. */
export const getForm = (db: Db, id: string): Promise<Pick<FormRow, 'state' | 'visibility'>> =>
  db
    .selectFrom('forms')
    .select(['state', 'visibility'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns true for the first insert of an Idempotency-Key only. */
export async function insertWorkflow(db: Db, workflow: WorkflowRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('workflows')
    .values(workflow)
    .onConflict((conflict) => conflict.columns(['formId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Takes an Idempotency-Key from a workflow that started before an instant, and optionally from one
 * that was sent.
 */
export async function releaseIdempotencyKey(
  db: Db,
  formId: string,
  idempotencyKey: string,
  { startedBefore, isReleasedWhenSent }: { startedBefore: string; isReleasedWhenSent: boolean },
): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ idempotencyKey: null })
    .where('formId', '=', formId)
    .where('idempotencyKey', '=', idempotencyKey)
    .where((is) =>
      is.or([
        is('startedAt', '<', startedBefore),
        ...(isReleasedWhenSent ? [is('submittedAt', 'is not', null)] : []),
      ]),
    )
    .execute();
}

/**
 * Gives a workflow an Idempotency-Key. Returns the key of the workflow that has it already, if that
 * one was started since `since`; an older one loses it.
 */
export async function claimIdempotencyKey(
  db: Db,
  { formId, key }: Pick<WorkflowRow, 'formId' | 'key'>,
  idempotencyKey: string,
  since: string,
): Promise<string> {
  const released = { startedBefore: since, isReleasedWhenSent: false };
  await releaseIdempotencyKey(db, formId, idempotencyKey, released);
  try {
    await db.updateTable('workflows').set({ idempotencyKey }).where('key', '=', key).execute();
    return key;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await findWorkflowByIdempotencyKey(db, formId, idempotencyKey))?.key ?? key;
  }
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

/**
 * Marks an open workflow as used and locks it until the transaction ends; false if it is not open.
 */
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
  db
    .selectFrom('workflows')
    .innerJoin('accounts', 'accounts.id', 'workflows.accountId')
    .selectAll('workflows')
    .where('workflows.key', '=', key)
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();

type RevisionKey = Pick<WorkflowRow, 'formId' | 'revision'>;

export async function findRevision(db: Db, { formId, revision }: RevisionKey): Promise<Revision> {
  const row = await db
    .selectFrom('formRevisions')
    .selectAll()
    .where('formId', '=', formId)
    .where('number', '=', revision)
    .executeTakeFirstOrThrow();
  return { ...row, definition: parseDefinition(row.definition) };
}

/** Without the validators, which may be large. */
export async function findDefinition(
  db: Db,
  { formId, revision }: RevisionKey,
): Promise<FormDefinition> {
  const { definition } = await db
    .selectFrom('formRevisions')
    .select('definition')
    .where('formId', '=', formId)
    .where('number', '=', revision)
    .executeTakeFirstOrThrow();
  return parseDefinition(definition);
}

/** Lists the forms of workflows by the workflow's key. */
export async function listDefinitions(
  db: Db,
  keys: readonly string[],
): Promise<{ key: string; revision: number; definition: FormDefinition }[]> {
  const rows = await db
    .selectFrom('workflows')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'workflows.formId')
        .onRef('formRevisions.number', '=', 'workflows.revision'),
    )
    .select(['workflows.key', 'workflows.revision', 'formRevisions.definition'])
    .where('workflows.key', 'in', keys)
    .execute();
  return rows.map((row) => ({ ...row, definition: parseDefinition(row.definition) }));
}

/** A submission without its answers. */
export type SentSubmission = Pick<SubmissionRow, 'id' | 'submittedAt' | 'idempotencyKey'>;

export const findSubmissionOf = (
  db: Db,
  workflowKey: string,
): Promise<SentSubmission | undefined> =>
  db
    .selectFrom('submissions')
    .select(['id', 'submittedAt', 'idempotencyKey'])
    .where('workflowKey', '=', workflowKey)
    .executeTakeFirst();

/** Returns the answers as stored, because JSON drops what is undefined. */
export async function insertSubmission(db: Db, submission: StoredSubmission): Promise<Answer[]> {
  const answers = JSON.stringify(submission.answers);
  const suspicions = JSON.stringify(submission.suspicions);
  await db
    .insertInto('submissions')
    .values({ ...submission, answers, suspicions })
    .execute();
  return JSON.parse(answers) as Answer[];
}

/** Returns true for the call that closed the workflow, of concurrent ones. */
export async function closeWorkflow(db: Db, key: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({ submittedAt: at })
    .where('key', '=', key)
    .where('submittedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns true for a task's workflow, which no visitor may open with its key. A visitor's submission
 * that was handed to a case stays the visitor's.
 */
export const isTask = async (db: Db, key: string): Promise<boolean> =>
  (await db
    .selectFrom('tasks')
    .leftJoin('submissions', 'submissions.workflowKey', 'tasks.workflowKey')
    .select('tasks.workflowKey')
    .where('tasks.workflowKey', '=', key)
    .where((is) =>
      is.or([is('submissions.source', 'is', null), is('submissions.source', '=', 'task')]),
    )
    .executeTakeFirst()) !== undefined;

/** Stores when a waiting workflow's form was first opened. */
export async function storeOpened(db: Db, key: string, at: string): Promise<void> {
  await db.updateTable('workflows').set({ startedAt: at }).where('key', '=', key).execute();
}

const isWithoutRequest = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'workflows'>) =>
  not(
    exists(
      selectFrom('externalRequests')
        .select('key')
        .whereRef('externalRequests.workflowKey', '=', 'workflows.key'),
    ),
  );

/** Deletes these workflows, without those of external requests, which stay answered. */
export async function deleteWorkflows(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('workflows')
    .where('key', 'in', toNonEmptyIds(keys))
    .where(isWithoutRequest)
    .execute();
}

/**
 * Deletes workflows that were not sent or used since, without those of requests and tasks. Their
 * uploads are deleted earlier.
 */
export async function deleteUnused(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('workflows')
    .where('submittedAt', 'is', null)
    .where('lastUsedAt', '<', before)
    .where(isWithoutRequest)
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

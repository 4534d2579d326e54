import { lockRows } from '#server/db/dialect.ts';
import type { LocalizedText } from '#schemas/platform/common.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import type { Db, StoredTask, TaskRow, WorkflowRow } from '#server/db/schema.ts';
import type { Parsed } from '#server/db/schema/columns.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';

/** A task with the state of its workflow. */
export type TaskWithForm = StoredTask &
  Pick<WorkflowRow, 'formId' | 'revision'> & {
    submissionId: string | null;
    assigneeFirstName: string | null;
    assigneeLastName: string | null;
  };

export const parseTask = <Row extends Pick<TaskRow, 'name'>>({
  name,
  ...row
}: Row): Parsed<Row, { name: LocalizedText }> => ({
  ...row,
  name: JSON.parse(name) as LocalizedText,
});

/** Input of the rules of tasks. */
export const getState = ({ answeredAt, closedAt, validUntil }: StoredTask) => ({
  hasAnswer: answeredAt !== null,
  isClosed: closedAt !== null,
  validUntil,
  closedDate: closedAt,
});

const withForm = (db: Db) =>
  db
    .selectFrom('tasks')
    .innerJoin('workflows', 'workflows.key', 'tasks.workflowKey')
    .leftJoin('submissions', 'submissions.workflowKey', 'tasks.workflowKey')
    .leftJoin('users', 'users.id', 'tasks.assigneeId')
    .selectAll('tasks')
    .select([
      'workflows.formId',
      'workflows.revision',
      'submissions.id as submissionId',
      'users.firstName as assigneeFirstName',
      'users.lastName as assigneeLastName',
    ]);

/** Lists a case's tasks that its clients see. */
export async function listReleased(db: Db, caseId: string): Promise<StoredTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('caseId', '=', caseId)
    .where((is) => is.or([is('status', '>=', 2), is('answeredAt', 'is not', null)]))
    .orderBy('createdAt', 'desc')
    .orderBy('workflowKey')
    .execute();
  return rows.map(parseTask);
}

export async function findReleased(db: Db, workflowKey: string): Promise<StoredTask | undefined> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('workflowKey', '=', workflowKey)
    .where((is) => is.or([is('status', '>=', 2), is('answeredAt', 'is not', null)]))
    .executeTakeFirst();
  return row && parseTask(row);
}

/** Finds the answers of a task with the definition of the answered revision. */
export async function findSubmission(db: Db, workflowKey: string) {
  const row = await db
    .selectFrom('submissions')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .select(['submissions.id', 'submissions.revision', 'submissions.language'])
    .select(['submissions.submittedAt', 'submissions.answers', 'formRevisions.definition'])
    .where('submissions.workflowKey', '=', workflowKey)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      answers: JSON.parse(row.answers) as Answer[],
      definition: JSON.parse(row.definition) as FormDefinition,
    }
  );
}

/** Marks the form as opened; true for the first time. */
export async function noteOpened(db: Db, workflowKey: string, openedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ openedAt })
    .where('workflowKey', '=', workflowKey)
    .where('openedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists some expired tasks that are not closed. */
export async function listExpired(db: Db, now: string, limit: number): Promise<StoredTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('answeredAt', 'is', null)
    .where('validUntil', '<', now)
    .orderBy('validUntil')
    .limit(limit)
    .execute();
  return rows.map(parseTask);
}

/**
 * Closes a task; true for one of concurrent processes, false if its deadline was moved meanwhile.
 */
export async function closeExpired(db: Db, workflowKey: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ closedAt: now, closedBy: 'deadline', remindAt: null })
    .where('workflowKey', '=', workflowKey)
    .where('closedAt', 'is', null)
    .where('answeredAt', 'is', null)
    .where('validUntil', '<', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists some visible tasks whose reminder is due. */
export async function listToRemind(db: Db, now: string, limit: number): Promise<StoredTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('remindAt', '<=', now)
    .where('status', '>=', 2)
    .orderBy('remindAt')
    .limit(limit)
    .execute();
  return rows.map(parseTask);
}

/**
 * Marks a reminder as sent; true for one of concurrent processes, false if the task has changed.
 */
export async function claimReminder(
  db: Db,
  { workflowKey, remindAt }: StoredTask,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ remindAt: null })
    .where('workflowKey', '=', workflowKey)
    .where('remindAt', '=', remindAt)
    .where('answeredAt', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

// Queries of providers.

export async function findReminderHours(db: Db, accountId: string): Promise<number | null> {
  const { taskReminderHours } = await db
    .selectFrom('accounts')
    .select('taskReminderHours')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return taskReminderHours;
}

export async function setReminderHours(
  db: Db,
  accountId: string,
  taskReminderHours: number | null,
): Promise<void> {
  await db.updateTable('accounts').set({ taskReminderHours }).where('id', '=', accountId).execute();
}

export async function findTask(
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<TaskWithForm | undefined> {
  const row = await withForm(db)
    .where('tasks.accountId', '=', accountId)
    .where('tasks.workflowKey', '=', workflowKey)
    .executeTakeFirst();
  return row && parseTask(row);
}

export async function findTaskByKey(
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<TaskWithForm | undefined> {
  const row = await withForm(db)
    .where('tasks.accountId', '=', accountId)
    .where('tasks.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return row && parseTask(row);
}

/** Finds a task by the id that the account's own software has for it. */
export async function findTaskByExternalId(
  db: Db,
  accountId: string,
  externalId: string,
): Promise<TaskWithForm | undefined> {
  const row = await withForm(db)
    .where('tasks.accountId', '=', accountId)
    .where('tasks.externalId', '=', externalId)
    .executeTakeFirst();
  return row && parseTask(row);
}

export type TaskFilter = {
  caseId?: string | undefined;
  externalId?: string | undefined;
  since?: string | undefined;
  /** member of the staff who sees their case; undefined: all tasks */ staffId?: string | undefined;
};

/** Selects the tasks of an account that all filters find. */
function filterTasks(
  db: Db,
  accountId: string,
  { caseId, externalId, since, staffId }: TaskFilter,
) {
  let query = withForm(db).where('tasks.accountId', '=', accountId);
  if (caseId !== undefined) query = query.where('tasks.caseId', '=', caseId);
  if (externalId !== undefined) query = query.where('tasks.externalId', '=', externalId);
  if (since !== undefined) query = query.where('tasks.createdAt', '>=', since);
  if (staffId !== undefined) query = query.where(isOpenToStaff(staffId, 'tasks.caseId'));
  return query;
}

/** Newest first, with one extra row if there is a next page. */
export async function listTasks(
  db: Db,
  accountId: string,
  filter: TaskFilter,
  page: { limit: number; after: Position | undefined },
): Promise<TaskWithForm[]> {
  const rows = await paginate(
    filterTasks(db, accountId, filter),
    ['tasks.createdAt', 'tasks.workflowKey'],
    page,
  ).execute();
  return rows.map(parseTask);
}

export const countFound = (db: Db, accountId: string, filter: TaskFilter): Promise<number | null> =>
  countRows(db, filterTasks(db, accountId, filter));

export async function countTasks(db: Db, caseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTask(db: Db, task: StoredTask): Promise<void> {
  await db
    .insertInto('tasks')
    .values({ ...task, name: JSON.stringify(task.name) })
    .execute();
}

/** Locks a task until the transaction ends. */
export async function lockTask(
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<StoredTask | undefined> {
  const row = await lockRows(
    db,
    db
      .selectFrom('tasks')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('workflowKey', '=', workflowKey),
  ).executeTakeFirst();
  return row && parseTask(row);
}

export async function updateTask(
  db: Db,
  workflowKey: string,
  change: Partial<Omit<TaskRow, 'name'>>,
): Promise<void> {
  await db.updateTable('tasks').set(change).where('workflowKey', '=', workflowKey).execute();
}

/** Deletes the tasks of a case, and returns the keys of their workflows. */
export async function deleteTasksOfCase(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('tasks')
    .where('caseId', '=', caseId)
    .returning('workflowKey')
    .execute();
  return rows.map(({ workflowKey }) => workflowKey);
}

/** Forgets in the remaining tasks of an account who answered or works on them. */
export async function forgetPerson(db: Db, accountId: string, userId: string): Promise<void> {
  for (const column of ['answeredBy', 'assigneeId'] as const)
    await db
      .updateTable('tasks')
      .set({ [column]: null })
      .where('accountId', '=', accountId)
      .where(column, '=', userId)
      .execute();
}

/** Deletes the task of a submission that was handed to a case. */
export async function deleteTask(db: Db, workflowKey: string): Promise<void> {
  await db.deleteFrom('tasks').where('workflowKey', '=', workflowKey).execute();
}

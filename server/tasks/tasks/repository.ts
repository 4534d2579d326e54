import { locked } from '#server/db/dialect.ts';
import type { Db, SubmissionRow, TaskRow, UserRow, WorkflowRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** A task with the state of its workflow. */
export type TaskWithForm = TaskRow &
  Pick<WorkflowRow, 'formId' | 'revision'> & {
    submissionId: string | null;
    assigneeFirstName: string | null;
    assigneeLastName: string | null;
  };

/** Input of the rules of tasks. */
export const getState = ({ answeredAt, closedAt, validUntil }: TaskRow) => ({
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
export const listReleased = (db: Db, caseId: string): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('caseId', '=', caseId)
    .where((is) => is.or([is('status', '>=', 2), is('answeredAt', 'is not', null)]))
    .orderBy('createdAt', 'desc')
    .orderBy('workflowKey')
    .execute();

export const findReleased = (db: Db, workflowKey: string): Promise<TaskRow | undefined> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('workflowKey', '=', workflowKey)
    .where((is) => is.or([is('status', '>=', 2), is('answeredAt', 'is not', null)]))
    .executeTakeFirst();

export const findSubmission = (
  db: Db,
  workflowKey: string,
): Promise<(SubmissionRow & { definition: string }) | undefined> =>
  db
    .selectFrom('submissions')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .selectAll('submissions')
    .select('formRevisions.definition')
    .where('submissions.workflowKey', '=', workflowKey)
    .executeTakeFirst();

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
export const listExpired = (db: Db, now: string, limit: number): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('answeredAt', 'is', null)
    .where('validUntil', '<', now)
    .orderBy('validUntil')
    .limit(limit)
    .execute();

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

/** Lists a case's clients who can log in. Unregistered clients have an invitation instead. */
export const listMailed = (
  db: Db,
  { caseId, accountId }: Pick<TaskRow, 'caseId' | 'accountId'>,
): Promise<Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'language'>[]> =>
  db
    .selectFrom('caseClients')
    .innerJoin('users', 'users.id', 'caseClients.userId')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.userId', '=', 'users.id').on('memberships.accountId', '=', accountId),
    )
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email', 'users.language'])
    .where('caseClients.caseId', '=', caseId)
    .where('users.status', '=', 1)
    .where('memberships.isDisabled', '=', 0)
    .orderBy('users.id')
    .execute();

/** Lists some visible tasks whose reminder is due. */
export const listToRemind = (db: Db, now: string, limit: number): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('remindAt', '<=', now)
    .where('status', '>=', 2)
    .orderBy('remindAt')
    .limit(limit)
    .execute();

/**
 * Marks a reminder as sent; true for one of concurrent processes, false if the task has changed.
 */
export async function claimReminder(db: Db, { workflowKey, remindAt }: TaskRow): Promise<boolean> {
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

export const findTask = (
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<TaskWithForm | undefined> =>
  withForm(db)
    .where('tasks.accountId', '=', accountId)
    .where('tasks.workflowKey', '=', workflowKey)
    .executeTakeFirst();

export const findTaskByKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<TaskWithForm | undefined> =>
  withForm(db)
    .where('tasks.accountId', '=', accountId)
    .where('tasks.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** Newest first, with one extra row if there is a next page. */
export function listTasks(
  db: Db,
  accountId: string,
  {
    caseId,
    limit,
    after,
  }: { caseId: string | undefined; limit: number; after: Position | undefined },
): Promise<TaskWithForm[]> {
  let query = withForm(db).where('tasks.accountId', '=', accountId);
  if (caseId !== undefined) query = query.where('tasks.caseId', '=', caseId);
  if (after)
    query = query.where((is) =>
      is.or([
        is('tasks.createdAt', '<', after.at),
        is.and([is('tasks.createdAt', '=', after.at), is('tasks.workflowKey', '<', after.id)]),
      ]),
    );
  return query
    .orderBy('tasks.createdAt', 'desc')
    .orderBy('tasks.workflowKey', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function countTasks(db: Db, caseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTask(db: Db, task: TaskRow): Promise<void> {
  await db.insertInto('tasks').values(task).execute();
}

/** Locks a task until the transaction ends. */
export const lockTask = (
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<TaskRow | undefined> =>
  locked(
    db,
    db
      .selectFrom('tasks')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('workflowKey', '=', workflowKey),
  ).executeTakeFirst();

export async function updateTask(
  db: Db,
  workflowKey: string,
  change: Partial<TaskRow>,
): Promise<void> {
  await db.updateTable('tasks').set(change).where('workflowKey', '=', workflowKey).execute();
}

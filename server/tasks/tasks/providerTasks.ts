import type { Language } from '#schemas/platform/common.ts';
import type { Query, Reply } from '#schemas/platform/endpoint.ts';
import {
  ChangeableTask,
  type listProviderTasks,
  type NewTask,
  type ProviderTask,
  type TaskChange,
  type TaskStatus,
} from '#schemas/tasks/tasks.ts';
import {
  hasPassed,
  isReleased,
  computeReminderTime,
  statusOfAssigned,
  getTaskState,
} from '#schemas/tasks/tasks.rules.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createTakenProblem } from '#server/externalIds.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { assertMatches, computeEtag } from '#server/http/etags.ts';
import type { ProviderScope } from '#server/http/session.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { startRequested } from '#server/forms/assistants/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { isCaseOpenTo, isEmployee, queueBoardEvents } from '#server/accounts/staff/service.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import { notifyClients, cancelTaskMails } from './mails.ts';
import * as repository from './repository.ts';
import { queueProgramEvent, queueTaskEvents } from './taskEvents.ts';

function present(deps: Deps, row: repository.TaskWithForm): ProviderTask {
  const { assigneeId, assigneeFirstName, assigneeLastName } = row;
  return {
    workflowId: row.workflowKey,
    externalId: row.externalId,
    caseId: row.caseId,
    formId: row.formId,
    revision: row.revision,
    assistantName: row.name,
    status: row.status,
    state: getTaskState(repository.getState(row), deps.clock.now()),
    assignee:
      assigneeId === null
        ? null
        : {
            userId: assigneeId,
            firstName: assigneeFirstName ?? '',
            lastName: assigneeLastName ?? '',
          },
    validUntil: row.validUntil,
    reminderHours: row.reminderHours,
    openedDate: row.openedAt,
    answerCreationDate: row.answeredAt,
    answeredBy: row.answeredBy,
    submissionId: row.submissionId,
    closedDate: row.closedAt,
    creationDate: row.createdAt,
  };
}

/** Returns one of the account's tasks; throws `notFound` alike for foreign and unknown ids. */
export async function getTask(
  deps: Deps,
  accountId: string,
  workflowKey: string,
): Promise<ProviderTask> {
  const row = await repository.findTask(deps.db, accountId, workflowKey);
  if (!row) throw createProblem('notFound');
  return present(deps, row);
}

/** Lists a page of an account's tasks that all filters find, with their total. */
export async function listTasks(
  deps: Deps,
  { accountId, staff }: ProviderScope,
  { cursor, limit = listLimits.pageSize, ...given }: Query<typeof listProviderTasks>,
): Promise<Reply<typeof listProviderTasks>> {
  const filter = { ...given, staffId: staff?.userId };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [found, total] = await Promise.all([
    repository.listTasks(deps.db, accountId, filter, { limit, after }),
    repository.countFound(deps.db, accountId, filter),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ createdAt, workflowKey }) => ({
    at: createdAt,
    id: workflowKey,
  }));
  return {
    items: rows.map((row) => present(deps, row)),
    ...next,
    total,
  };
}

type TaskColumns = Partial<Omit<StoredTask, 'name'>>;
type Dates = Pick<StoredTask, 'validUntil' | 'reminderHours' | 'remindAt'>;

/** Computes the time of the reminder; null if it has passed. */
function computeRemindAt(
  { clock }: Deps,
  { validUntil, reminderHours }: Pick<StoredTask, 'validUntil' | 'reminderHours'>,
): string | null {
  const remindAt = computeReminderTime(validUntil, reminderHours);
  return remindAt !== null && remindAt > clock.now().toISOString() ? remindAt : null;
}

/** Returns the deadline with its reminder; throws `invalidInput`. */
function computeDates(
  deps: Deps,
  { validUntil = null, reminderHours = null }: TaskChange,
  refuse: (field: string, text: string) => Error,
): Dates {
  if (hasPassed(validUntil, deps.clock.now())) throw refuse('/validUntil', 'task.error.inThePast');
  if (reminderHours !== null && validUntil === null)
    throw refuse('/reminderHours', 'task.error.reminderWithoutDeadline');
  return {
    validUntil,
    reminderHours,
    remindAt: computeRemindAt(deps, { validUntil, reminderHours }),
  };
}

const refusing =
  (language: Language) =>
  (field: string, text: string, values: Record<string, number> = {}) =>
    createProblem('invalidInput', { [field]: getTexts(language)(text, values) });

/** Throws `invalidInput` for an unknown assignee, and for staff who may not see the case. */
async function assertAssignee(
  db: Db,
  { accountId, language }: ProviderScope,
  caseId: string,
  assigneeId: string | null,
): Promise<void> {
  if (assigneeId === null) return;
  const isKnown = (await cases.filterClients(db, accountId, [assigneeId])).length > 0;
  const isShutOut =
    (await isEmployee(db, accountId, assigneeId)) && !(await isCaseOpenTo(db, caseId, assigneeId));
  if (!isKnown || isShutOut) throw refusing(language)('/assigneeId', 'task.error.unknownAssignee');
}

/** Announces a new task to the case's clients. */
async function release(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  task: StoredTask,
  isSilent = false,
): Promise<void> {
  await queueTaskEvents(db, queueEvent, task, 'taskAssigned');
  if (!isSilent) await notifyClients(deps, db, 'task', task);
}

/** Throws `invalidInput` for a case that has as many tasks as it may. */
export async function assertRoomForTask(
  db: Db,
  { language }: ProviderScope,
  caseId: string,
  field: string,
): Promise<void> {
  const max = assignmentLimits.maxPerCase;
  if ((await repository.countTasks(db, caseId)) >= max)
    throw refusing(language)(field, 'task.error.tooMany', { max });
}

/** Starts the workflow of a new task and builds its row; throws `invalidInput`. */
async function startTask(
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: NewTask,
): Promise<Omit<StoredTask, 'idempotencyKey' | 'bodyHash'>> {
  const { db } = deps;
  const { accountId, language } = provider;
  const refuse = refusing(language);
  const form = await getOwnForm(deps, accountId, wanted.formId);
  if (form.state !== 'published') throw refuse('/formId', 'task.error.notPublished');
  const usual =
    wanted.validUntil == null ? null : await repository.findReminderHours(db, accountId);
  const { reminderHours = usual } = wanted;
  const dates = computeDates(deps, { ...wanted, reminderHours }, refuse);
  await assertAssignee(db, provider, caseId, wanted.assigneeId ?? null);
  await assertRoomForTask(db, provider, caseId, '/formId');
  const workflowKey = newId();
  const { title } = await startRequested(deps, db, form.processGuid, {
    key: workflowKey,
    type: 'ASSISTENT',
    returnUrl: null,
  });
  return {
    workflowKey,
    accountId,
    caseId,
    name: wanted.assistantName ?? title,
    status: wanted.status ?? statusOfAssigned,
    assigneeId: wanted.assigneeId ?? null,
    ...dates,
    openedAt: null,
    answeredAt: null,
    answeredBy: null,
    closedAt: null,
    closedBy: null,
    externalId: wanted.externalId ?? null,
    createdAt: deps.clock.now().toISOString(),
  };
}

type Assigning = {
  idempotencyKey?: string | undefined;
  /** true: no mail announces the task */ isSilent?: boolean;
};

/**
 * Assigns a form to a case's clients. Returns the id; a retry gets that of the first task, and
 * throws `conflict` for another body.
 */
export async function addTask(
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: NewTask,
  { idempotencyKey, isSilent }: Assigning,
): Promise<string> {
  const { accountId } = provider;
  const bodyHash = hashBody({ ...wanted, caseId });
  const findEarlier = async (db: Db) => {
    const earlier = idempotencyKey
      ? await repository.findTaskByKey(db, accountId, idempotencyKey)
      : undefined;
    return assertSameBody(earlier, bodyHash)?.workflowKey;
  };
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await cases.lockCase(db, [accountId], caseId);
    const earlier = await findEarlier(db);
    if (earlier) return earlier;
    await cases.assertReachable(db, accountId, caseId);
    const started = await startTask({ ...deps, db }, provider, caseId, wanted);
    const task = { ...started, idempotencyKey: idempotencyKey ?? null, bodyHash };
    await repository.insertTask(db, task);
    await (isReleased(task.status)
      ? release(deps, db, queueEvent, task, isSilent)
      : queueBoardEvents(db, queueEvent, task));
    queueProgramEvent(queueEvent, task, 'task.created');
    return task.workflowKey;
  }).catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // The lock of one case does not exclude a request with the same key for another case.
    const winner = await findEarlier(deps.db);
    if (winner) return winner;
    throw wanted.externalId == null ? error : createTakenProblem(provider.language);
  });
}

export const assignTask = async (
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: NewTask,
  idempotencyKey?: string,
): Promise<ProviderTask> =>
  getTask(
    deps,
    provider.accountId,
    await addTask(deps, provider, caseId, wanted, { idempotencyKey }),
  );

/** Changes a task of the account under its lock. */
async function change(
  deps: Deps,
  accountId: string,
  workflowKey: string,
  changed: (db: Db, task: StoredTask, queueEvent: QueueEvent) => Promise<TaskColumns>,
): Promise<ProviderTask> {
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    const task = await repository.lockTask(db, accountId, workflowKey);
    if (!task) throw createProblem('notFound');
    const columns = await changed(db, task, queueEvent);
    if (Object.keys(columns).length === 0) return;
    await repository.updateTask(db, workflowKey, columns);
    const isShared = isReleased(task.status) || isReleased(columns.status ?? task.status);
    await (isShared
      ? queueTaskEvents(db, queueEvent, task, 'taskChanged')
      : queueBoardEvents(db, queueEvent, task));
    const isClosed = task.closedAt === null && columns.closedAt != null;
    queueProgramEvent(queueEvent, task, isClosed ? 'task.closed' : 'task.changed');
  });
  return getTask(deps, accountId, workflowKey);
}

/** Returns deadline, reminder and assignee as wanted; omitted ones stay, if there is a deadline. */
export const mergeChange = (
  task: StoredTask,
  { validUntil = task.validUntil, reminderHours, assigneeId }: TaskChange,
) => ({
  validUntil,
  reminderHours:
    reminderHours ??
    (reminderHours === undefined && validUntil !== null ? task.reminderHours : null),
  assigneeId: assigneeId === undefined ? task.assigneeId : assigneeId,
});

/**
 * Changes deadline, assignee and reminder under the lock. An expired task is reopened; throws
 * `conflict` for the deadline of a submitted or closed task, and `preconditionFailed`.
 */
export const changeTask = (
  deps: Deps,
  provider: ProviderScope,
  workflowKey: string,
  getWanted: (task: StoredTask) => TaskChange,
  {
    isSilent = false,
    ifMatch,
  }: Pick<Assigning, 'isSilent'> & { ifMatch?: string | undefined } = {},
): Promise<ProviderTask> =>
  change(deps, provider.accountId, workflowKey, async (db, task) => {
    const current = await getTask({ ...deps, db }, provider.accountId, workflowKey);
    assertMatches(ifMatch, computeEtag(ChangeableTask, current));
    const wanted = getWanted(task);
    const { assigneeId = null } = wanted;
    await assertAssignee(db, provider, task.caseId, assigneeId);
    const { validUntil = null } = wanted;
    const isSameDeadline =
      validUntil === task.validUntil && (wanted.reminderHours ?? null) === task.reminderHours;
    if (isSameDeadline) return { assigneeId };
    if (task.answeredAt !== null || task.closedBy === 'provider') throw createProblem('conflict');
    const changes = {
      assigneeId,
      ...computeDates(deps, wanted, refusing(provider.language)),
      closedAt: null,
      closedBy: null,
    };
    const { wasQueued } = await cancelTaskMails(deps, db, task); // they contain the old deadline
    const isOpenAgain = task.closedAt !== null && isReleased(task.status);
    if (wasQueued || (isOpenAgain && !isSilent))
      await notifyClients(deps, db, 'task', { ...task, ...changes });
    return changes;
  });

/** A task that expired keeps its day, and a later deadline does not reopen it. */
async function closing(deps: Deps, db: Db, task: StoredTask): Promise<TaskColumns> {
  await cancelTaskMails(deps, db, task);
  return {
    closedAt: task.closedAt ?? deps.clock.now().toISOString(),
    closedBy: 'provider',
    remindAt: null,
  };
}

/**
 * Sets the status of the staff's work. A task that becomes visible is announced. `assertAllowed`
 * runs under the lock and throws.
 */
export const setStatus = (
  deps: Deps,
  accountId: string,
  workflowKey: string,
  status: TaskStatus,
  assertAllowed: (task: StoredTask) => void = () => undefined,
): Promise<ProviderTask> =>
  change(deps, accountId, workflowKey, async (db, task, queueEvent) => {
    assertAllowed(task);
    if (status === task.status) return {};
    const isOpen = task.answeredAt === null && task.closedAt === null;
    const isNew = isReleased(status) && !isReleased(task.status);
    if (status === 7 && task.answeredAt === null)
      return { status, ...(await closing(deps, db, task)) };
    if (!isNew || !isOpen) return { status };
    await release(deps, db, queueEvent, task);
    return { status, remindAt: computeRemindAt(deps, task) };
  });

/** Closes a task; a closed one is not changed. */
export const closeTask = (
  deps: Deps,
  accountId: string,
  workflowKey: string,
): Promise<ProviderTask> =>
  change(deps, accountId, workflowKey, async (db, task) =>
    task.closedBy === 'provider' ? {} : closing(deps, db, task),
  );

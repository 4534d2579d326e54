import type { Language } from '#schemas/platform/common.ts';
import { readInstant } from '#schemas/platform/dates.ts';
import type { NewTask, ProviderTask, TaskChange, TaskStatus } from '#schemas/tasks/tasks.ts';
import {
  hasPassed,
  isReleased,
  reminderInstant,
  statusOfAssigned,
  getTaskState,
} from '#schemas/tasks/tasks.rules.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { startRequested } from '#server/forms/assistants/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import { transactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { queueBoardEvents } from '#server/accounts/staff/service.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import { mailClients, cancelTaskMails } from './mails.ts';
import * as repository from './repository.ts';
import { queueTaskEvents } from './taskEvents.ts';

type Provider = { accountId: string; language: Language };

function present(deps: Deps, row: repository.TaskWithForm): ProviderTask {
  const { assigneeId, assigneeFirstName, assigneeLastName } = row;
  return {
    workflowId: row.workflowKey,
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
  if (!row) throw problem('notFound');
  return present(deps, row);
}

export async function listTasks(
  deps: Deps,
  accountId: string,
  {
    caseId,
    cursor,
    limit = listLimits.pageSize,
  }: { caseId?: string; cursor?: string; limit?: number },
) {
  const found = await repository.listTasks(deps.db, accountId, {
    caseId,
    limit,
    after: cursor ? decodeCursor(cursor) : undefined,
  });
  const { rows, ...next } = toPage(found, limit, ({ createdAt, workflowKey }) => ({
    at: createdAt,
    id: workflowKey,
  }));
  return { items: rows.map((row) => present(deps, row)), ...next };
}

type TaskColumns = Partial<Omit<StoredTask, 'name'>>;
type Dates = Pick<StoredTask, 'validUntil' | 'reminderHours' | 'remindAt'>;

/** Computes the time of the reminder; null if it has passed. */
function computeRemindAt(
  { clock }: Deps,
  { validUntil, reminderHours }: Pick<StoredTask, 'validUntil' | 'reminderHours'>,
): string | null {
  const remindAt = reminderInstant(validUntil, reminderHours);
  return remindAt !== null && remindAt > clock.now().toISOString() ? remindAt : null;
}

/** Converts the deadline to UTC with its reminder; throws `invalidInput`. */
function computeDates(
  deps: Deps,
  { validUntil: given = null, reminderHours = null }: TaskChange,
  refuse: (field: string, text: string) => Error,
): Dates {
  const validUntil = given === null ? null : (readInstant(given) ?? null);
  if (given !== null && validUntil === null) throw refuse('/validUntil', 'task.error.noInstant');
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
    problem('invalidInput', { [field]: getTexts(language)(text, values) });

async function assertAssignee(
  db: Db,
  { accountId, language }: Provider,
  assigneeId: string | null,
): Promise<void> {
  if (assigneeId !== null && (await cases.filterClients(db, accountId, [assigneeId])).length === 0)
    throw refusing(language)('/assigneeId', 'task.error.unknownAssignee');
}

/** Announces a new task to the case's clients. */
async function release(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  task: StoredTask,
): Promise<void> {
  await queueTaskEvents(db, queueEvent, task, 'taskAssigned');
  await mailClients(deps, db, 'assigned', task);
}

/**
 * Assigns a form to a case's clients. A retry gets the first task; throws `conflict` for another
 * body.
 */
export async function assignTask(
  deps: Deps,
  provider: Provider,
  caseId: string,
  wanted: NewTask,
  idempotencyKey?: string,
): Promise<ProviderTask> {
  const { accountId, language } = provider;
  const refuse = refusing(language);
  const bodyHash = hashBody({ ...wanted, caseId });
  const workflowKey = await transactionWithEvents(deps, async (db, queueEvent) => {
    await cases.lockCase(db, [accountId], caseId);
    const earlier = idempotencyKey
      ? await repository.findTaskByKey(db, accountId, idempotencyKey)
      : undefined;
    if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
    if (earlier) return earlier.workflowKey;
    const form = await getOwnForm({ ...deps, db }, accountId, wanted.formId);
    if (form.state !== 'published') throw refuse('/formId', 'task.error.notPublished');
    const usual =
      wanted.validUntil == null ? null : await repository.findReminderHours(db, accountId);
    const { reminderHours = usual } = wanted;
    const dates = computeDates(deps, { ...wanted, reminderHours }, refuse);
    await assertAssignee(db, provider, wanted.assigneeId ?? null);
    if ((await repository.countTasks(db, caseId)) >= assignmentLimits.maxPerCase)
      throw refuse('/formId', 'task.error.tooMany', { max: assignmentLimits.maxPerCase });
    const key = newId();
    const { title } = await startRequested(deps, db, form.processGuid, {
      key,
      type: 'ASSISTENT',
      returnUrl: null,
    });
    const task: StoredTask = {
      workflowKey: key,
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
      idempotencyKey: idempotencyKey ?? null,
      bodyHash,
      createdAt: deps.clock.now().toISOString(),
    };
    await repository.insertTask(db, task);
    await (isReleased(task.status)
      ? release(deps, db, queueEvent, task)
      : queueBoardEvents(db, queueEvent, task));
    return task.workflowKey;
  });
  return getTask(deps, accountId, workflowKey);
}

/** Changes a task of the account under its lock. */
async function change(
  deps: Deps,
  accountId: string,
  workflowKey: string,
  changed: (db: Db, task: StoredTask, queueEvent: QueueEvent) => Promise<TaskColumns>,
): Promise<ProviderTask> {
  await transactionWithEvents(deps, async (db, queueEvent) => {
    const task = await repository.lockTask(db, accountId, workflowKey);
    if (!task) throw problem('notFound');
    const columns = await changed(db, task, queueEvent);
    if (Object.keys(columns).length === 0) return;
    await repository.updateTask(db, workflowKey, columns);
    const isShared = isReleased(task.status) || isReleased(columns.status ?? task.status);
    await (isShared
      ? queueTaskEvents(db, queueEvent, task, 'taskChanged')
      : queueBoardEvents(db, queueEvent, task));
  });
  return getTask(deps, accountId, workflowKey);
}

/**
 * Changes deadline, assignee and reminder under the lock. An expired task is reopened; throws
 * `conflict` for the deadline of a submitted or closed task.
 */
export const changeTask = (
  deps: Deps,
  provider: Provider,
  workflowKey: string,
  wantedOf: (task: StoredTask) => TaskChange,
): Promise<ProviderTask> =>
  change(deps, provider.accountId, workflowKey, async (db, task) => {
    const wanted = wantedOf(task);
    const { assigneeId = null } = wanted;
    await assertAssignee(db, provider, assigneeId);
    const validUntil = wanted.validUntil == null ? null : readInstant(wanted.validUntil);
    const isSameDeadline =
      validUntil === task.validUntil && (wanted.reminderHours ?? null) === task.reminderHours;
    if (isSameDeadline) return { assigneeId };
    if (task.answeredAt !== null || task.closedBy === 'provider') throw problem('conflict');
    const changes = {
      assigneeId,
      ...computeDates(deps, wanted, refusing(provider.language)),
      closedAt: null,
      closedBy: null,
    };
    const { wasQueued } = await cancelTaskMails(deps, db, task); // they contain the old deadline
    const isOpenAgain = task.closedAt !== null && isReleased(task.status);
    if (wasQueued || isOpenAgain) await mailClients(deps, db, 'assigned', { ...task, ...changes });
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

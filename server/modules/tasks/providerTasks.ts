import type { Language, LocalizedText } from '#schemas/common.ts';
import { readInstant } from '#schemas/dates.rules.ts';
import { limits } from '#schemas/limits.ts';
import type { NewTask, ProviderTask, TaskChange, TaskStatus } from '#schemas/tasks.ts';
import {
  hasPassed,
  isReleased,
  reminderInstant,
  statusOfAssigned,
  taskStateOf,
} from '#schemas/tasks.rules.ts';
import type { Db, TaskRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { startRequested } from '#server/modules/assistants/service.ts';
import * as cases from '#server/modules/cases/service.ts';
import { changeAndTell, type Tell } from '#server/modules/events/service.ts';
import { tellStaff } from '#server/modules/staff/service.ts';
import { ownForm } from '#server/modules/providerForms/service.ts';
import { mailClients, takeBackTaskMails } from './mails.ts';
import * as repository from './repository.ts';
import { tellClients } from './tellClients.ts';

type Provider = { accountId: string; language: Language };

function present(deps: Deps, row: repository.TaskWithForm): ProviderTask {
  const { assigneeId, assigneeFirstName, assigneeLastName } = row;
  return {
    workflowId: row.workflowKey,
    caseId: row.caseId,
    formId: row.formId,
    revision: row.revision,
    assistantName: JSON.parse(row.name) as LocalizedText,
    status: row.status,
    state: taskStateOf(repository.stateOf(row), deps.clock.now()),
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

/** One of the account's tasks; throws `notFound` for another's as for an unknown one. */
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
    limit = limits.provider.pageSize,
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

type Dates = Pick<TaskRow, 'validUntil' | 'reminderHours' | 'remindAt'>;

/** When to remind, told from now on: a reminder that would have gone out by now is none. */
function remindAtFrom(
  { clock }: Deps,
  { validUntil, reminderHours }: Pick<TaskRow, 'validUntil' | 'reminderHours'>,
): string | null {
  const remindAt = reminderInstant(validUntil, reminderHours);
  return remindAt !== null && remindAt > clock.now().toISOString() ? remindAt : null;
}

/** The deadline in UTC and what hangs on it; throws `invalidInput`. */
function datesOf(
  deps: Deps,
  { validUntil: given = null, reminderHours = null }: TaskChange,
  refuse: (field: string, text: string) => Error,
): Dates {
  const validUntil = given === null ? null : (readInstant(given) ?? null);
  if (given !== null && validUntil === null) throw refuse('/validUntil', 'task.error.noInstant');
  if (hasPassed(validUntil, deps.clock.now())) throw refuse('/validUntil', 'task.error.inThePast');
  if (reminderHours !== null && validUntil === null)
    throw refuse('/reminderHours', 'task.error.reminderWithoutDeadline');
  return { validUntil, reminderHours, remindAt: remindAtFrom(deps, { validUntil, reminderHours }) };
}

const refusing =
  (language: Language) =>
  (field: string, text: string, values: Record<string, number> = {}) =>
    problem('invalidInput', { [field]: textsIn(language)(text, values) });

async function assertAssignee(
  db: Db,
  { accountId, language }: Provider,
  assigneeId: string | null,
): Promise<void> {
  if (assigneeId !== null && (await cases.knownClients(db, accountId, [assigneeId])).length === 0)
    throw refusing(language)('/assigneeId', 'task.error.unknownAssignee');
}

/** Tells the case's clients of a task that they have not seen before. */
async function release(deps: Deps, db: Db, tell: Tell, task: TaskRow): Promise<void> {
  await tellClients(db, tell, task, 'taskAssigned');
  await mailClients(deps, db, 'assigned', task);
}

/** Asks a case's clients to fill in a form. A repeat under the same key answers the first task; throws `conflict` when that was another one. */
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
  const workflowKey = await changeAndTell(deps, async (db, tell) => {
    await cases.lockCase(db, [accountId], caseId);
    const earlier = idempotencyKey
      ? await repository.findTaskByKey(db, accountId, idempotencyKey)
      : undefined;
    if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
    if (earlier) return earlier.workflowKey;
    const form = await ownForm({ ...deps, db }, accountId, wanted.formId);
    if (form.state !== 'published') throw refuse('/formId', 'task.error.notPublished');
    const usual =
      wanted.validUntil == null ? null : await repository.findReminderHours(db, accountId);
    const dates = datesOf(
      deps,
      {
        ...wanted,
        reminderHours: wanted.reminderHours === undefined ? usual : wanted.reminderHours,
      },
      refuse,
    );
    await assertAssignee(db, provider, wanted.assigneeId ?? null);
    if ((await repository.countTasks(db, caseId)) >= limits.task.maxPerCase)
      throw refuse('/formId', 'task.error.tooMany', { max: limits.task.maxPerCase });
    const task: TaskRow = {
      workflowKey: newId(),
      accountId,
      caseId,
      name: '""',
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
    const { title } = await startRequested(deps, db, form.processGuid, {
      key: task.workflowKey,
      type: 'ASSISTENT',
      returnUrl: null,
    });
    await repository.insertTask(db, {
      ...task,
      name: JSON.stringify(wanted.assistantName ?? title),
    });
    await (isReleased(task.status) ? release(deps, db, tell, task) : tellStaff(db, tell, task));
    return task.workflowKey;
  });
  return getTask(deps, accountId, workflowKey);
}

/** Changes a task of the account's while nobody else does. */
async function change(
  deps: Deps,
  accountId: string,
  workflowKey: string,
  changed: (db: Db, task: TaskRow, tell: Tell) => Promise<Partial<TaskRow>>,
): Promise<ProviderTask> {
  await changeAndTell(deps, async (db, tell) => {
    const task = await repository.lockTask(db, accountId, workflowKey);
    if (!task) throw problem('notFound');
    const columns = await changed(db, task, tell);
    if (Object.keys(columns).length === 0) return;
    await repository.updateTask(db, workflowKey, columns);
    const isShared = isReleased(task.status) || isReleased(columns.status ?? task.status);
    await (isShared ? tellClients(db, tell, task, 'taskChanged') : tellStaff(db, tell, task));
  });
  return getTask(deps, accountId, workflowKey);
}

/** Another deadline, assignee and reminder, told from the task as it is while nobody else changes it. One that has expired is open again; throws `conflict` for a deadline of a task that was answered or closed by hand. */
export const changeTask = (
  deps: Deps,
  provider: Provider,
  workflowKey: string,
  wantedOf: (task: TaskRow) => TaskChange,
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
      ...datesOf(deps, wanted, refusing(provider.language)),
      closedAt: null,
      closedBy: null,
    };
    const { isUntold } = await takeBackTaskMails(deps, db, task); // they name the deadline that was
    const isOpenAgain = task.closedAt !== null && isReleased(task.status);
    if (isUntold || isOpenAgain) await mailClients(deps, db, 'assigned', { ...task, ...changes });
    return changes;
  });

/** What its deadline has closed keeps its day, and no later deadline opens it any more. */
async function closing(deps: Deps, db: Db, task: TaskRow): Promise<Partial<TaskRow>> {
  await takeBackTaskMails(deps, db, task);
  return {
    closedAt: task.closedAt ?? deps.clock.now().toISOString(),
    closedBy: 'provider',
    remindAt: null,
  };
}

/** How far the staff is with it. What becomes visible by that is told to the clients as new. `assertAllowed` throws what forbids it, while nobody else changes the task. */
export const setStatus = (
  deps: Deps,
  accountId: string,
  workflowKey: string,
  status: TaskStatus,
  assertAllowed: (task: TaskRow) => void = () => undefined,
): Promise<ProviderTask> =>
  change(deps, accountId, workflowKey, async (db, task, tell) => {
    assertAllowed(task);
    if (status === task.status) return {};
    const isOpen = task.answeredAt === null && task.closedAt === null;
    const isNew = isReleased(status) && !isReleased(task.status);
    if (status === 7 && task.answeredAt === null)
      return { status, ...(await closing(deps, db, task)) };
    if (!isNew || !isOpen) return { status };
    await release(deps, db, tell, task);
    return { status, remindAt: remindAtFrom(deps, task) };
  });

/** Takes no more answers; what was closed by hand already stays as it is. */
export const closeTask = (
  deps: Deps,
  accountId: string,
  workflowKey: string,
): Promise<ProviderTask> =>
  change(deps, accountId, workflowKey, async (db, task) =>
    task.closedBy === 'provider' ? {} : closing(deps, db, task),
  );

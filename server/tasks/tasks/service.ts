import type { Submission, SubmissionResult } from '#schemas/forms/assistants.ts';
import { localize, type Language } from '#schemas/platform/common.ts';
import { getContent } from '#schemas/forms/forms.ts';
import type {
  ListedTask,
  Task,
  TaskAnswer,
  TaskDetail,
  TaskProcess,
} from '#schemas/tasks/tasks.ts';
import {
  hasPassed,
  isReleased,
  sortTasks,
  statusAfterAnswer,
  getTaskState,
} from '#schemas/tasks/tasks.rules.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import type { StoredTask, WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import * as assistants from '#server/forms/assistants/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import type { CaseScope, ClientScope } from '#server/cases/cases/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { listFilesOfSubmission, presentFile } from '#server/files/files/service.ts';
import { remindOfTasks, cancelTaskMails } from './mails.ts';
import * as repository from './repository.ts';
import { queueProgramEvent, queueTaskEvents } from './taskEvents.ts';

export { changeTask, setStatus } from './providerTasks.ts';
export { upsertTask } from './upsertTask.ts';
export const { deleteTasksOfCase, forgetPerson, getState, parseTask } = repository;
export const getUsualReminder = ({ db }: Deps, accountId: string): Promise<number | null> =>
  repository.findReminderHours(db, accountId);

const getName = ({ name }: StoredTask, language: Language): string => localize(name, language);

/**
 * Shows an expired task as closed, also before the background job has closed it, and any after the
 * end of the client's relation to the account.
 */
function present({ clock }: Deps, row: StoredTask, language: Language, hasEnded: boolean): Task {
  const state = repository.getState(row);
  const isExpired = getTaskState(state, clock.now()) === 'expired';
  return {
    workflowId: row.workflowKey,
    assistantName: getName(row, language),
    ...state,
    isClosed: state.isClosed || isExpired || (hasEnded && row.answeredAt === null),
    answerCreationDate: row.answeredAt,
    creationDate: row.createdAt,
  };
}

/** Lists the tasks of a case that the client sees. */
export async function listTasks(
  deps: Deps,
  scope: CaseScope,
  caseId: string,
  language: Language,
): Promise<ListedTask[]> {
  const { endedAt } = await cases.getSharedCase(deps, scope, caseId);
  const rows = (await repository.listReleased(deps.db, caseId)).filter(
    ({ createdAt }) => endedAt === null || createdAt <= endedAt,
  );
  const now = deps.clock.now();
  const asks = await assistants.listQuestionSummaries(
    deps,
    rows
      .filter((row) => getTaskState(repository.getState(row), now) === 'open')
      .map(({ workflowKey }) => workflowKey),
  );
  return sortTasks(
    rows.map((row) => ({
      ...present(deps, row, language, endedAt !== null),
      asks: asks.get(row.workflowKey) ?? null,
    })),
    now,
  );
}

/** Returns a task of a case that the client sees; throws `notFound` for any other. */
export async function getSharedTask(
  deps: Deps,
  scope: CaseScope,
  workflowKey: string,
): Promise<StoredTask> {
  const task = await repository.findReleased(deps.db, workflowKey);
  if (!task) throw createProblem('notFound');
  const { endedAt } = await cases.getSharedCase(deps, scope, task.caseId);
  if (endedAt !== null && task.createdAt > endedAt) throw createProblem('notFound');
  return task;
}

async function findAnswer({ db }: Deps, workflowKey: string): Promise<TaskAnswer[]> {
  const submission = await repository.findSubmission(db, workflowKey);
  if (!submission) return [];
  return [
    {
      answerFormElements: submission.answers,
      formElement: getContent(submission.definition),
      revision: submission.revision,
      language: submission.language as Language,
      answerCreationDate: submission.submittedAt,
      files: (await listFilesOfSubmission(db, submission.id)).map(presentFile),
    },
  ];
}

/** A task with its answers. */
export const buildDetail = async (
  deps: Deps,
  task: StoredTask,
  language: Language,
  hasEnded = false,
): Promise<TaskDetail> => ({
  ...present(deps, task, language, hasEnded),
  answers: await findAnswer(deps, task.workflowKey),
});

/** Returns a task with its answers; throws `notFound` unless it belongs to this case. */
export async function getTask(
  deps: Deps,
  scope: CaseScope,
  { caseId, workflowKey, language }: { caseId: string; workflowKey: string; language: Language },
): Promise<TaskDetail> {
  const task = await getSharedTask(deps, scope, workflowKey);
  if (task.caseId !== caseId) throw createProblem('notFound');
  const { endedAt } = await cases.getSharedCase(deps, scope, caseId);
  return buildDetail(deps, task, language, endedAt !== null);
}

/**
 * Throws `alreadySubmitted`, `taskClosed` or `taskExpired` unless the task accepts an answer of
 * this instant. An answer in time is accepted although the task has expired since, unless a user
 * closed it.
 */
function assertTakes(task: StoredTask, at: Date): void {
  if (task.answeredAt !== null) throw createProblem('alreadySubmitted');
  if (task.closedBy !== 'provider' && !hasPassed(task.validUntil, at)) return;
  throw createProblem(
    getTaskState(repository.getState(task), at) === 'closed' ? 'taskClosed' : 'taskExpired',
  );
}

async function getWorkflow({ db }: Deps, { workflowKey }: StoredTask): Promise<WorkflowRow> {
  const workflow = await assistants.findWorkflow(db, workflowKey);
  if (!workflow) throw createProblem('notFound');
  return workflow;
}

/** Stores when a client first opened a task, which begins its evidence. */
async function noteFirstOpening({ db }: Deps, { workflowKey, openedAt }: StoredTask, now: string) {
  if (openedAt === null && (await repository.noteOpened(db, workflowKey, now)))
    await assistants.storeOpened(db, workflowKey, now);
}

/** Returns the form of an open task. A HEAD request does not open it. */
export async function getProcess(
  deps: Deps,
  scope: CaseScope,
  workflowKey: string,
  { language, isHead }: { language: Language; isHead: boolean },
): Promise<TaskProcess> {
  const task = await getSharedTask(deps, scope, workflowKey);
  const now = deps.clock.now();
  assertTakes(task, now);
  if (!isHead) {
    await noteFirstOpening(deps, task, now.toISOString());
    await assistants.touchWorkflow(deps.db, workflowKey, now.toISOString());
  }
  const process = await assistants.presentProcess(deps, await getWorkflow(deps, task));
  return {
    ...process,
    akteIdHash: task.caseId,
    assistantName: getName(task, language),
    validUntil: task.validUntil,
  };
}

type Answering = { workflowKey: string; language: Language; idempotencyKey: string | undefined };

/**
 * Stores a client's answers: the first submission in time wins. A retry gets the first response.
 */
export async function answerTask(
  deps: Deps,
  scope: ClientScope,
  { workflowKey, ...answering }: Answering,
  submission: Submission,
): Promise<SubmissionResult> {
  const receivedAt = deps.clock.now();
  const known = await getSharedTask(deps, scope, workflowKey);
  if (known.answeredAt === null) assertTakes(known, receivedAt); // a retry gets the first response
  return assistants.submit(
    deps,
    {
      workflow: await getWorkflow(deps, known),
      ...answering,
      receivedAt,
      isKnownPerson: true,
      caseId: known.caseId,
      async onTaken(db, queueEvent, submissionId) {
        const task = await repository.lockTask(db, known.accountId, workflowKey);
        if (!task || !isReleased(task.status)) throw createProblem('notFound');
        assertTakes(task, receivedAt);
        await repository.updateTask(db, workflowKey, {
          answeredAt: receivedAt.toISOString(),
          answeredBy: scope.userId,
          status: statusAfterAnswer,
          closedAt: null,
          closedBy: null,
          remindAt: null,
        });
        await cancelTaskMails(deps, db, task);
        await queueTaskEvents(db, queueEvent, task, 'taskChanged');
        queueProgramEvent(queueEvent, task, 'task.answered', {
          submissionId,
          userId: scope.userId,
        });
      },
    },
    submission,
  );
}

/**
 * Closes expired tasks, also those that expired while no server ran, and publishes events. Several
 * processes may run it at once.
 */
export async function closeExpiredTasks(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now().toISOString();
    const due = await repository.listExpired(deps.db, now, assignmentLimits.closedAtOnce);
    for (const task of due) {
      await inTransactionWithEvents(deps, async (db, queueEvent) => {
        if (!(await repository.closeExpired(db, task.workflowKey, now))) return;
        await queueTaskEvents(db, queueEvent, task, 'taskChanged');
        queueProgramEvent(queueEvent, task, 'task.closed');
      });
    }
    if (due.length < assignmentLimits.closedAtOnce) return;
  }
}

/** Runs the timed work: sends reminders and closes expired tasks. */
export async function watchDeadlines(deps: Deps): Promise<void> {
  await closeExpiredTasks(deps);
  await remindOfTasks(deps);
}

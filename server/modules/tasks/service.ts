import type { Submission, SubmissionResult } from '#schemas/assistants.ts';
import { localized, type Language, type LocalizedText } from '#schemas/common.ts';
import { contentOf, type Answer, type FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import type { ListedTask, Task, TaskAnswer, TaskDetail, TaskProcess } from '#schemas/tasks.ts';
import {
  hasPassed,
  isReleased,
  sortTasks,
  statusAfterAnswer,
  taskStateOf,
} from '#schemas/tasks.rules.ts';
import type { TaskRow, WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import * as assistants from '#server/modules/assistants/service.ts';
import * as cases from '#server/modules/cases/service.ts';
import type { CaseScope } from '#server/modules/cases/service.ts';
import { changeAndTell } from '#server/modules/events/service.ts';
import { filesOfSubmission, presentFile } from '#server/modules/files/service.ts';
import { remindOfTasks, takeBackTaskMails } from './mails.ts';
import * as repository from './repository.ts';
import { tellClients } from './tellClients.ts';

export { changeTask, setStatus } from './providerTasks.ts';
export const { stateOf } = repository;
export const usualReminder = ({ db }: Deps, accountId: string): Promise<number | null> =>
  repository.findReminderHours(db, accountId);

const nameOf = ({ name }: TaskRow, language: Language): string =>
  localized(JSON.parse(name) as LocalizedText, language);

/** One whose deadline has just passed is closed to whoever looks, also before the work in the background has come by. */
function present({ clock }: Deps, row: TaskRow, language: Language): Task {
  const state = repository.stateOf(row);
  const isExpired = taskStateOf(state, clock.now()) === 'expired';
  return {
    workflowId: row.workflowKey,
    assistantName: nameOf(row, language),
    ...state,
    isClosed: state.isClosed || isExpired,
    answerCreationDate: row.answeredAt,
    creationDate: row.createdAt,
  };
}

/** The tasks of a case that the client sees, in the order of the list. */
export async function tasksOf(
  deps: Deps,
  scope: CaseScope,
  caseId: string,
  language: Language,
): Promise<ListedTask[]> {
  await cases.sharedCase(deps, scope, caseId);
  const rows = await repository.listReleased(deps.db, caseId);
  const now = deps.clock.now();
  const asks = await assistants.asksOfWorkflows(
    deps,
    rows
      .filter((row) => taskStateOf(repository.stateOf(row), now) === 'open')
      .map(({ workflowKey }) => workflowKey),
  );
  return sortTasks(
    rows.map((row) => ({
      ...present(deps, row, language),
      asks: asks.get(row.workflowKey) ?? null,
    })),
    now,
  );
}

/** A task of a case that the client sees; throws `notFound` for any other. */
export async function sharedTask(
  deps: Deps,
  scope: CaseScope,
  workflowKey: string,
): Promise<TaskRow> {
  const task = await repository.findReleased(deps.db, workflowKey);
  if (!task) throw problem('notFound');
  await cases.sharedCase(deps, scope, task.caseId);
  return task;
}

async function answerOf({ db }: Deps, workflowKey: string): Promise<TaskAnswer[]> {
  const submission = await repository.findSubmission(db, workflowKey);
  if (!submission) return [];
  return [
    {
      answerFormElements: JSON.parse(submission.answers) as Answer[],
      formElement: contentOf(JSON.parse(submission.definition) as FormDefinition),
      revision: submission.revision,
      language: submission.language as Language,
      answerCreationDate: submission.submittedAt,
      files: (await filesOfSubmission(db, submission.id)).map(presentFile),
    },
  ];
}

/** A task with its answers. */
export const detailOf = async (
  deps: Deps,
  task: TaskRow,
  language: Language,
): Promise<TaskDetail> => ({
  ...present(deps, task, language),
  answers: await answerOf(deps, task.workflowKey),
});

/** A task with its answers; throws `notFound` unless it is of this case. */
export async function taskOf(
  deps: Deps,
  scope: CaseScope,
  { caseId, workflowKey, language }: { caseId: string; workflowKey: string; language: Language },
): Promise<TaskDetail> {
  const task = await sharedTask(deps, scope, workflowKey);
  if (task.caseId !== caseId) throw problem('notFound');
  return detailOf(deps, task, language);
}

/**
 * Throws `alreadySubmitted`, `taskClosed` or `taskExpired` unless the task takes an answer that came at this instant. What
 * its deadline has closed since takes it all the same: only a hand closes a task to what came in time.
 */
function assertTakes(task: TaskRow, at: Date): void {
  if (task.answeredAt !== null) throw problem('alreadySubmitted');
  if (task.closedBy !== 'provider' && !hasPassed(task.validUntil, at)) return;
  throw problem(
    taskStateOf(repository.stateOf(task), at) === 'closed' ? 'taskClosed' : 'taskExpired',
  );
}

async function workflowOf({ db }: Deps, { workflowKey }: TaskRow): Promise<WorkflowRow> {
  const workflow = await assistants.findWorkflow(db, workflowKey);
  if (!workflow) throw problem('notFound');
  return workflow;
}

/** The form of a task that waits for an answer. What evidence calls the start is when a client first sees it. */
export async function processOf(
  deps: Deps,
  scope: CaseScope,
  workflowKey: string,
  language: Language,
): Promise<TaskProcess> {
  const task = await sharedTask(deps, scope, workflowKey);
  assertTakes(task, deps.clock.now());
  const now = deps.clock.now().toISOString();
  if (task.openedAt === null && (await repository.noteOpened(deps.db, workflowKey, now)))
    await assistants.noteOpened(deps.db, workflowKey, now);
  await assistants.touchWorkflow(deps.db, workflowKey, now);
  const process = await assistants.presentProcess(deps, await workflowOf(deps, task));
  return {
    ...process,
    akteIdHash: task.caseId,
    assistantName: nameOf(task, language),
    validUntil: task.validUntil,
  };
}

type Answering = { workflowKey: string; language: Language; idempotencyKey: string | undefined };

/** Takes a client's answers: those of whoever comes first, and only in time. A repeat answers as the first call was. */
export async function answerTask(
  deps: Deps,
  scope: CaseScope,
  { workflowKey, ...answering }: Answering,
  submission: Submission,
): Promise<SubmissionResult> {
  const receivedAt = deps.clock.now();
  const known = await sharedTask(deps, scope, workflowKey);
  if (known.answeredAt === null) assertTakes(known, receivedAt); // a repeat hears the first result
  return assistants.submit(
    deps,
    {
      workflow: await workflowOf(deps, known),
      ...answering,
      receivedAt,
      isKnownPerson: true,
      async onTaken(db, tell) {
        const task = await repository.lockTask(db, known.accountId, workflowKey);
        if (!task || !isReleased(task.status)) throw problem('notFound');
        assertTakes(task, receivedAt);
        await repository.updateTask(db, workflowKey, {
          answeredAt: receivedAt.toISOString(),
          answeredBy: scope.userId,
          status: statusAfterAnswer,
          closedAt: null,
          closedBy: null,
          remindAt: null,
        });
        await takeBackTaskMails(deps, db, task);
        await tellClients(db, tell, task, 'taskChanged');
      },
    },
    submission,
  );
}

/** Closes tasks whose deadline has passed without an answer, also while no server ran, and tells their clients. Several processes may do this at once. */
export async function closeExpiredTasks(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now().toISOString();
    const due = await repository.listExpired(deps.db, now, limits.task.closedAtOnce);
    for (const task of due) {
      await changeAndTell(deps, async (db, tell) => {
        if (await repository.closeExpired(db, task.workflowKey, now))
          await tellClients(db, tell, task, 'taskChanged');
      });
    }
    if (due.length < limits.task.closedAtOnce) return;
  }
}

/** What the time asks for: reminders go out, and what nobody has answered is closed. */
export async function watchDeadlines(deps: Deps): Promise<void> {
  await closeExpiredTasks(deps);
  await remindOfTasks(deps);
}

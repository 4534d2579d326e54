import { elementsOf, type Answer } from '#schemas/forms.ts';
import type { TaskProcess } from '#schemas/tasks.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { tasksApi } from '#src/api/tasks.ts';
import { openEngine, type OpenedEngine } from '#src/forms/sheet/openEngine.ts';
import {
  endDraft,
  keptAsked,
  loadKept,
  type AskedForm,
  type Round,
  type Sending,
} from '#src/lib/drafts.ts';

export type OpenedTask = OpenedEngine & {
  process: TaskProcess;
  /** Names its draft on this device. */
  form: string;
  round: number;
  /** Sending was begun and its outcome never heard of. */
  wasSending: boolean;
};

/** The form of a task as the server has it now. Rejects with an ApiError. */
export const fetchTaskProcess = (
  dispatch: AppDispatch,
  acc: string,
  workflowKey: string,
): Promise<TaskProcess> =>
  dispatch(
    tasksApi.endpoints.getTaskProcess.initiate(
      { params: { acc }, query: { workflowKey } },
      { forceRefetch: true, subscribe: false },
    ),
  ).unwrap();

/** Opens the form of a task with the draft of an earlier visit. Rejects with an ApiError once it takes no answer. */
export async function openTask(
  dispatch: AppDispatch,
  { acc, workflowKey, form }: { acc: string; workflowKey: string; form: string },
): Promise<OpenedTask> {
  const [process, { round, draft, sending }] = await Promise.all([
    fetchTaskProcess(dispatch, acc, workflowKey),
    loadKept(form),
  ]);
  return {
    process,
    form,
    round,
    wasSending: sending !== undefined,
    ...(await openEngine(process, { form, draft })),
  };
}

/** What was written for a task, and the form that asked for it. */
export type Written = AskedForm & { answers: Answer[] };
/** The same, as an earlier visit has left it on this device. */
export type LeftAnswers = Round & { written: Written };

/** Whether the answers were sent from here after all, and only the word of it got lost: under the mark's key the server says so. */
async function haveArrived(
  dispatch: AppDispatch,
  acc: string,
  { workflowKey, idempotencyKey }: Sending,
  revision: number,
): Promise<boolean> {
  const repeat = tasksApi.endpoints.submitTask.initiate({
    params: { acc },
    query: { workflowKey },
    idempotencyKey,
    body: { revision, language: 'de', answers: [] },
  });
  return dispatch(repeat)
    .unwrap()
    .then(
      () => true,
      () => false,
    );
}

/** Whether an earlier visit has left answers on this device. */
export const hasLeft = async (form: string): Promise<boolean> =>
  (await keptAsked(form)) !== undefined &&
  Object.keys((await loadKept(form)).draft?.answers ?? {}).length > 0;

/** What an earlier visit has left for a task that takes no answer any more; undefined when it is nothing, or has been answered with. */
export async function findLeft(
  dispatch: AppDispatch,
  { acc, form }: { acc: string; form: string },
): Promise<LeftAnswers | undefined> {
  const [asked, { round, draft, sending }] = await Promise.all([keptAsked(form), loadKept(form)]);
  if (!asked || !draft) return undefined;
  if (sending && (await haveArrived(dispatch, acc, sending, asked.revision))) {
    await endDraft({ form, round });
    return undefined;
  }
  const answers = elementsOf(asked.formElement).flatMap(({ id, type }) => {
    const value = draft.answers[id]?.value;
    return value === undefined ? [] : [{ elementId: id, type, value }];
  });
  return answers.length > 0 ? { form, round, written: { ...asked, answers } } : undefined;
}

import type { UnsentAnswers } from '#schemas/forms/assistants.ts';
import type { TaskProcess } from '#schemas/tasks/tasks.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { tasksApi } from '#src/api/tasks/tasks.ts';
import { collectUnsent, getDraftValues, hasChangedSince } from '#src/forms/sheet/collectUnsent.ts';
import { openEngine, type OpenedEngine } from '#src/forms/sheet/openEngine.ts';
import {
  endDraft,
  loadAsked,
  loadStoredForm,
  type Round,
  type Sending,
} from '#src/device/indexedDb/draftStorage.ts';

export type OpenedTask = OpenedEngine & {
  process: TaskProcess;
  /** Returns the key of the task's draft on this device. */
  form: string;
  round: number;
  /** Idempotency key of a submission whose response was lost. */
  wasSending: boolean;
};

/** Fetches the form of a task. Rejects with an ApiError. */
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

/** Opens the form of a task with its draft. Rejects with an ApiError when the task is closed. */
export async function openTask(
  dispatch: AppDispatch,
  { acc, workflowKey, form }: { acc: string; workflowKey: string; form: string },
): Promise<OpenedTask> {
  const [process, { round, draft, sending }] = await Promise.all([
    fetchTaskProcess(dispatch, acc, workflowKey),
    loadStoredForm(form),
  ]);
  return {
    process,
    form,
    round,
    wasSending: sending !== undefined,
    ...(await openEngine(process, { form, draft })),
  };
}

/** The unsent answers of an earlier visit. */
export type LeftAnswers = Round & { unsent: UnsentAnswers };

/** Checks whether a submission with a lost response arrived, by its idempotency key. */
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

/** Returns true when this device has unsent answers for the task. */
export const hasLeft = async (form: string): Promise<boolean> =>
  (await loadAsked(form)) !== undefined &&
  Object.keys((await loadStoredForm(form)).draft?.answers ?? {}).length > 0;

/**
 * Returns the unsent answers of a closed task; undefined without any, or when they arrived. Answers
 * that were changed after the submission are unsent.
 */
export async function findLeft(
  dispatch: AppDispatch,
  { acc, form }: { acc: string; form: string },
): Promise<LeftAnswers | undefined> {
  const [asked, { round, draft, sending }] = await Promise.all([
    loadAsked(form),
    loadStoredForm(form),
  ]);
  if (!asked || !draft) return undefined;
  const isSent = sending && !hasChangedSince(sending, draft);
  if (isSent && (await haveArrived(dispatch, acc, sending, asked.revision))) {
    await endDraft({ form, round });
    return undefined;
  }
  const unsent = collectUnsent(asked, getDraftValues(draft));
  return unsent && { form, round, unsent };
}

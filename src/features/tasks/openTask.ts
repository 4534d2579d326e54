import type { TaskProcess } from '#schemas/tasks.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { tasksApi } from '#src/api/tasks.ts';
import { openEngine, type OpenedEngine } from '#src/forms/sheet/openEngine.ts';
import { loadKept } from '#src/lib/drafts.ts';

export type OpenedTask = OpenedEngine & {
  process: TaskProcess;
  /** Names its draft on this device. */
  form: string;
  round: number;
  /** Sending was begun and its outcome never heard of. */
  wasSending: boolean;
};

/** The form of a task as the server has it now. Rejects with an ApiError. */
export const fetchTaskProcess = (dispatch: AppDispatch, acc: string, workflowKey: string): Promise<TaskProcess> =>
  dispatch(tasksApi.endpoints.getTaskProcess.initiate({ params: { acc }, query: { workflowKey } }, { forceRefetch: true, subscribe: false })).unwrap();

/** Opens the form of a task with the draft of an earlier visit. Rejects with an ApiError once it takes no answer. */
export async function openTask(dispatch: AppDispatch, { acc, workflowKey, form }: { acc: string; workflowKey: string; form: string }): Promise<OpenedTask> {
  const [process, { round, draft, sending }] = await Promise.all([fetchTaskProcess(dispatch, acc, workflowKey), loadKept(form)]);
  return { process, form, round, wasSending: sending !== undefined, ...(await openEngine(process, { form, draft })) };
}

import type { FormAccess } from '#schemas/assistants.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { failedWith } from '#src/api/errors.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';

export const startWorkflow = (
  dispatch: AppDispatch,
  key: string,
  idempotencyKey: string,
): Promise<FormAccess> =>
  dispatch(
    assistantsApi.endpoints.startWorkflow.initiate({ body: { key }, idempotencyKey }),
  ).unwrap();

/** Back to a workflow, unless that was sent (its answer may have been lost on the way) or is gone. */
export async function returnTo(
  dispatch: AppDispatch,
  workflowKey: string,
): Promise<FormAccess | 'sent' | 'gone'> {
  try {
    return await dispatch(
      assistantsApi.endpoints.accessProcess.initiate({ body: { workflowKey } }),
    ).unwrap();
  } catch (error) {
    if (failedWith(error, 'alreadySubmitted')) return 'sent';
    if (failedWith(error, 'notFound')) return 'gone';
    throw error;
  }
}

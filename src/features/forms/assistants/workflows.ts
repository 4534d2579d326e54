import type { FormAccess } from '#schemas/forms/assistants.ts';
import { assistantsApi } from '#src/api/forms/assistants.ts';
import { failedWith } from '#src/api/client/errors.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';

export const startWorkflow = (
  dispatch: AppDispatch,
  key: string,
  idempotencyKey: string,
): Promise<FormAccess> =>
  dispatch(
    assistantsApi.endpoints.startWorkflow.initiate({ body: { key }, idempotencyKey }),
  ).unwrap();

/** Resumes a workflow; undefined when it was sent or expired. */
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

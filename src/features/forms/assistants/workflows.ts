import { accessProcess, startWorkflow, type FormAccess } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { hasReason } from '#src/api/client/errors.ts';

export const beginWorkflow = (key: string, idempotencyKey: string): Promise<FormAccess> =>
  fetchReply(startWorkflow, { body: { key }, idempotencyKey });

/** Resumes a workflow; undefined when it was sent or expired. */
export async function returnTo(workflowKey: string): Promise<FormAccess | 'sent' | 'gone'> {
  try {
    return await fetchReply(accessProcess, { body: { workflowKey } });
  } catch (error) {
    if (hasReason(error, 'alreadySubmitted')) return 'sent';
    if (hasReason(error, 'notFound')) return 'gone';
    throw error;
  }
}

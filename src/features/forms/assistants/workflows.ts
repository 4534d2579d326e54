import { accessProcess, startWorkflow, type FormAccess } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { getProblem, hasReason } from '#src/api/client/errors.ts';
import type { Sending } from '#src/device/indexedDb/draftStorage.ts';

export const beginWorkflow = (key: string, idempotencyKey: string): Promise<FormAccess> =>
  fetchReply(startWorkflow, { body: { key }, idempotencyKey });

/** A workflow that was sent: `isOwn` if by the idempotency key that this device has named. */
export type SentWorkflow = { submittedAt: string | undefined; isOwn: boolean };

export const isSent = (state: FormAccess | SentWorkflow | 'gone'): state is SentWorkflow =>
  typeof state === 'object' && 'isOwn' in state;

/**
 * Resumes a workflow, unless it was sent or has expired. `idempotencyKey` is that of a submission
 * whose response was lost.
 */
export async function returnTo(
  workflowKey: string,
  idempotencyKey?: string,
): Promise<FormAccess | SentWorkflow | 'gone'> {
  const lost = idempotencyKey === undefined ? {} : { idempotencyKey };
  try {
    return await fetchReply(accessProcess, { body: { workflowKey, ...lost } });
  } catch (error) {
    if (hasReason(error, 'notFound')) return 'gone';
    if (!hasReason(error, 'alreadySubmitted')) throw error;
    const { submittedAt, isOwnSubmission = false } = getProblem(error) ?? {};
    return { submittedAt, isOwn: isOwnSubmission };
  }
}

/** Returns true if the submission of this device arrived, whose response was lost. */
export async function hasArrived({
  workflowKey,
  idempotencyKey,
}: Pick<Sending, 'workflowKey' | 'idempotencyKey'>): Promise<boolean> {
  const state = await returnTo(workflowKey, idempotencyKey);
  return isSent(state) && state.isOwn;
}

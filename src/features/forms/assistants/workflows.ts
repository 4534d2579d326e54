import { accessProcess, startWorkflow, type FormAccess } from '#schemas/forms/assistants.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { getProblem, hasReason } from '#src/api/client/errors.ts';
import type { Sending } from '#src/device/indexedDb/draftStorage.ts';
import type { Receipt, Sent } from '#src/device/indexedDb/receipts.ts';
import { noteSent } from './sentHere.ts';

export const beginWorkflow = (key: string, idempotencyKey: string): Promise<FormAccess> =>
  fetchReply(startWorkflow, { body: { key }, idempotencyKey });

/** A workflow that was sent. */
export type SentWorkflow = {
  submittedAt: string | undefined;
  /** true if it was sent with the idempotency key that this device has named. */
  isOwn: boolean;
  /** Receipt of an own submission; absent from a server of an earlier version. */
  receipt?: Receipt;
  /** The error that said so. */
  refusal: unknown;
};

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
    return describeSent(error);
  }
}

function describeSent(refusal: unknown): SentWorkflow {
  const problem: Partial<Problem> = getProblem(refusal) ?? {};
  const { submittedAt, isOwnSubmission = false, submissionId, reference } = problem;
  const hasReceipt = submissionId !== undefined && reference !== undefined;
  return {
    submittedAt,
    isOwn: isOwnSubmission,
    ...(hasReceipt && submittedAt ? { receipt: { submissionId, reference, submittedAt } } : {}),
    refusal,
  };
}

/** Returns the submission of this device if it arrived although its response was lost. */
export async function findArrived({
  workflowKey,
  idempotencyKey,
}: Pick<Sending, 'workflowKey' | 'idempotencyKey'>): Promise<SentWorkflow | undefined> {
  const state = await returnTo(workflowKey, idempotencyKey);
  return isSent(state) && state.isOwn ? state : undefined;
}

/** Stores the receipt of a submission whose response was lost, with the answers that were sent. */
export async function noteArrived(
  form: string,
  { thanks, copy }: Pick<Sending, 'thanks' | 'copy'>,
  { receipt }: SentWorkflow,
): Promise<Sent> {
  const sent: Sent = { thanks, wasSentBefore: true, ...(receipt ? { receipt } : {}) };
  await noteSent(form, sent, copy);
  return sent;
}

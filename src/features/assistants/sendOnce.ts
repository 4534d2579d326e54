import type { Submission, SubmissionResult } from '#schemas/assistants.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { failedWith, isFinal } from '#src/api/errors.ts';
import {
  endDraft,
  loadKept,
  markSending,
  unmarkSending,
  type Round,
  type Sending,
  type Thanks,
} from '#src/lib/drafts.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { returnTo } from './workflows.ts';

/** `isShared`: somebody else uses this device too, so no mark is left on it. */
type Tab = Round & { isShared: boolean };

/** What a visitor can name a submission by; nothing of what was answered. */
export type Receipt = Pick<SubmissionResult, 'submissionId' | 'submittedAt'>;

/** What came of it; `wasSentBefore` when an earlier try had arrived though its answer had not. */
export type Sent = { thanks: Thanks; wasSentBefore: boolean; receipt?: Receipt };

/** One tab after the other. Browsers keep locks from pages without TLS; there the mark alone stands guard. */
const inTurn = <T>(form: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`formakte.sending:${form}`, work) : work();

/** The mark to send under. One that a tab left behind is looked into first: what it stands for may have arrived. */
async function claim(
  dispatch: AppDispatch,
  tab: Tab,
  fresh: Sending,
): Promise<Sending | Sent | 'ended'> {
  if (tab.isShared) return (await loadKept(tab.form)).round > tab.round ? 'ended' : fresh; // this visit's own key is the mark, and ends with it
  const mark = await markSending(tab, fresh);
  if (mark === 'failed') return fresh; // nothing is kept on this device, so no other tab shares these answers
  if (mark === 'ended' || mark.workflowKey === fresh.workflowKey) return mark;
  if ((await returnTo(dispatch, mark.workflowKey)) === 'sent') {
    await endDraft(tab);
    return { thanks: mark.thanks, wasSentBefore: true };
  }
  await unmarkSending(tab);
  return claim(dispatch, tab, fresh);
}

/**
 * Sends answers at most once from this device, whatever breaks on the way and however many tabs try: all tries of a
 * workflow have one key, and other tabs wait for the outcome. Answers 'ended' in a tab whose round is over.
 */
export const sendOnce = (
  dispatch: AppDispatch,
  tab: Tab,
  fresh: Sending,
  body: Submission,
): Promise<Sent | 'ended'> =>
  inTurn(tab.form, async () => {
    const mark = await claim(dispatch, tab, fresh);
    if (mark === 'ended' || 'wasSentBefore' in mark) return mark;
    const { workflowKey, idempotencyKey, thanks } = mark;
    try {
      const { resultText, returnUrl, isReturnAllowed, submissionId, submittedAt } = await dispatch(
        assistantsApi.endpoints.submitProcess.initiate({
          query: { workflowKey },
          idempotencyKey,
          body,
        }),
      ).unwrap();
      await endDraft(tab);
      return {
        thanks: { ...thanks, resultText, returnUrl, isReturnAllowed },
        wasSentBefore: false,
        receipt: { submissionId, submittedAt },
      };
    } catch (error) {
      if (failedWith(error, 'alreadySubmitted')) {
        // an earlier try arrived, its answer was lost
        await endDraft(tab);
        return { thanks, wasSentBefore: true };
      }
      if (isFinal(error) && !tab.isShared) await unmarkSending(tab);
      throw error;
    }
  });

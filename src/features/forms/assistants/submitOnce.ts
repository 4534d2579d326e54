import { submitProcess, type Submission } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { hasReason, isFinal } from '#src/api/client/errors.ts';
import {
  endDraft,
  hasOtherContent,
  loadStoredForm,
  markSending,
  unmarkSending,
  type Round,
  type Sending,
} from '#src/device/indexedDb/draftStorage.ts';
import type { Sent } from '#src/device/indexedDb/receipts.ts';
import { runWithLock } from '#src/device/webLock.ts';
import { findArrived, noteArrived } from './workflows.ts';

/** `isShared`: a shared device, so nothing is stored. */
type Tab = Round & { isShared: boolean };

/**
 * Returns the pending mark. A mark of another tab is checked first, because it may have arrived.
 * Rejects with `alreadySubmitted` if that tab has sent other answers.
 */
async function claim(tab: Tab, fresh: Sending): Promise<Sending | Sent | 'ended'> {
  // the key of this visit is the mark and is not stored
  if (tab.isShared) return (await loadStoredForm(tab.form)).round > tab.round ? 'ended' : fresh;
  const mark = await markSending(tab, fresh);
  if (mark === 'failed') return fresh; // nothing is stored, so no other tab shares these answers
  if (mark === 'ended' || mark.workflowKey === fresh.workflowKey) return mark;
  const arrived = await findArrived(mark);
  if (!arrived) {
    await unmarkSending(tab);
    return claim(tab, fresh);
  }
  const sent = await noteArrived(tab.form, mark, arrived);
  if (hasOtherContent(mark, fresh)) {
    await unmarkSending(tab);
    throw arrived.refusal; // the answers of this tab were not sent, and stay
  }
  await endDraft(tab);
  return sent;
}

/**
 * Sends answers at most once from this device. All attempts of a workflow share one idempotency
 * key, and other tabs wait for the result; without locks, the stored mark tells them apart.
 * Resolves with 'ended' in a tab whose workflow is finished. Rejects with `alreadySubmitted`, and
 * keeps the draft, if another device has sent the form first.
 */
export const submitOnce = (tab: Tab, fresh: Sending, body: Submission): Promise<Sent | 'ended'> =>
  runWithLock(`formakte.sending:${tab.form}`, {}, async () => {
    const mark = await claim(tab, fresh);
    if (mark === 'ended' || 'wasSentBefore' in mark) return mark;
    const { workflowKey, idempotencyKey, thanks } = mark;
    try {
      const { resultText, returnUrl, isReturnAllowed, isFormOpen, ...receipt } = await fetchReply(
        submitProcess,
        { query: { workflowKey }, idempotencyKey, body },
      );
      await endDraft(tab);
      return {
        thanks: { ...thanks, resultText, returnUrl, isReturnAllowed, isFormOpen },
        wasSentBefore: false,
        receipt,
      };
    } catch (error) {
      // also by a renewal of the token, before a retry
      const arrived = hasReason(error, 'alreadySubmitted') && (await findArrived(mark));
      if (arrived) {
        await endDraft(tab);
        return noteArrived(tab.form, mark, arrived);
      }
      if (isFinal(error) && !tab.isShared) await unmarkSending(tab);
      throw error;
    }
  });

import { saveReceipt, type Copy, type Sent } from '#src/device/indexedDb/receipts.ts';

const sentForms = new Map<string, Sent>();
/** By submission id, until a reload; the device keeps them longer. */
const copies = new Map<string, Copy>();
/** Submissions whose redirect to the provider is still due. */
const redirects = new Set<string>();

/**
 * Remembers what this page has sent, because Back reopens the form. A copy is also stored on the
 * device.
 */
export async function noteSent(form: string, sent: Sent, copy: Copy | undefined): Promise<void> {
  sentForms.set(form, sent);
  if (!sent.receipt) return;
  redirects.add(sent.receipt.submissionId);
  if (!copy) return;
  copies.set(sent.receipt.submissionId, copy);
  await saveReceipt(form, sent, copy);
}

/** Returns the answers sent from this page for a form. */
export const sentHere = (form: string): Sent | undefined => sentForms.get(form);

/** Returns the answers of a submission sent from this page. */
export const getCopy = (submissionId: string): Copy | undefined => copies.get(submissionId);

export const dropCopy = (submissionId: string): void => void copies.delete(submissionId);

/** Returns true right after a submission, and never after a reload or a choice to stay. */
export const isRedirectDue = (submissionId: string | undefined): boolean =>
  submissionId !== undefined && redirects.has(submissionId);

export const cancelRedirect = (submissionId: string | undefined): void =>
  void redirects.delete(submissionId ?? '');

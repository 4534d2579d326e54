import type { SubmittedAnswersProps } from '#src/engine/react/review/SubmittedAnswers.tsx';
import type { Sent } from './submitOnce.ts';

/** Sent answers, to read and print. */
export type Copy = Omit<SubmittedAnswersProps['submission'], 'submittedAt'>;

const sentForms = new Map<string, Sent>();
/** By submission id, in memory only, so that a later user of the device finds nothing. */
const copies = new Map<string, Copy>();

/** Keeps the sent answers until a reload, because Back reopens the form. */
export function noteSent(form: string, sent: Sent, copy: Copy | undefined): void {
  sentForms.set(form, sent);
  if (copy && sent.receipt) copies.set(sent.receipt.submissionId, copy);
}

/** Returns the answers sent from this page for a form. */
export const sentHere = (form: string): Sent | undefined => sentForms.get(form);

/** Returns the answers of a submission sent from this page. */
export const getCopy = (submissionId: string): Copy | undefined => copies.get(submissionId);

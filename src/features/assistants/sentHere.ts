import type { SubmittedAnswersProps } from '#src/engine/react/SubmittedAnswers.tsx';
import type { Sent } from './sendOnce.ts';

/** What was sent, to read, print and keep. */
export type Copy = Omit<SubmittedAnswersProps['submission'], 'submittedAt'>;

const sentForms = new Map<string, Sent>();
/** By submission. In this page's memory and nowhere else: whoever loads it anew, or comes after, finds nothing. */
const copies = new Map<string, Copy>();

/** Notes what was sent, until the page is loaded anew: "back" from the thanks leads into the middle of a form of several pages. */
export function noteSent(form: string, sent: Sent, copy: Copy | undefined): void {
  sentForms.set(form, sent);
  if (copy && sent.receipt) copies.set(sent.receipt.submissionId, copy);
}

/** What was sent of a form from this page. */
export const sentHere = (form: string): Sent | undefined => sentForms.get(form);

/** The answers of a submission that was sent from this page. */
export const copyOf = (submissionId: string): Copy | undefined => copies.get(submissionId);

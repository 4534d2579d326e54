import type { Sent } from './sendOnce.ts';

const sentForms = new Map<string, Sent>();

/** Notes what was sent, until the page is loaded anew: "back" from the thanks leads into the middle of a form of several pages. */
export function noteSent(form: string, sent: Sent): void {
  sentForms.set(form, sent);
}

/** What was sent of a form from this page. */
export const sentHere = (form: string): Sent | undefined => sentForms.get(form);

import type { Language, LocalizedText } from '#schemas/platform/common.ts';
import type { Problem } from '#schemas/platform/problem.ts';

/** Fields of a form's page besides its answers; no element id has a hyphen. */
export const postedNames = {
  state: 'form-state',
  action: 'form-action',
  language: 'form-language',
  revision: 'form-revision',
  /** Query with the answers that the link prefills, until the first post. */
  prefill: 'form-prefill',
  statements: 'form-statements',
  honeypot: 'form-reference',
} as const;

/** Id of the form in its page, for buttons outside the form. */
export const postedFormId = 'posted-form';

/** Values of `postedNames.action`; without one the form is sent, or the next page is shown. */
export const postedActions = {
  back: 'back',
  /** Requests the PIN of an invitation. */
  sendPin: (channel: 'Sms' | 'Email') => `send:${channel}`,
  /** Gives the PIN of a form. */
  enterPin: 'pin',
  /** Shows a page of the form. */
  goTo: (page: string) => `page:${page}`,
  addRow: (group: string) => `add:${group}`,
  /** Shows the same page in another language. */
  setLanguage: (language: Language) => `language:${language}`,
  removeRow: (group: string, row: number) => `remove:${group}/${row}`,
} as const;

/** Rule of an upload that the server has refused with a sentence. */
export const uploadRule = 'upload';

/** Names of the texts that a visitor accepts, as in a submission. */
export const consentNames = ['agbAccepted', 'datenschutzAccepted'] as const;
export type ConsentName = (typeof consentNames)[number];

/** A form that was posted by a page without scripts, and is shown again. */
export type PostedForm = {
  /** Sealed answers and workflow, which the page posts again. */
  state: string;
  workflowKey: string;
  /** Step to show, of a form with several pages. */
  page: string | undefined;
  answers: Record<string, unknown>;
  accepted: readonly ConsentName[];
  /** Why it was not sent; its pointers are into a submission. */
  problem: Pick<Problem, 'fields' | 'rules'> | undefined;
  /** A sentence about the form as a whole. */
  failure: string | undefined;
  /** true when answers of this page have made further questions visible */
  hasNewQuestions: boolean;
};

/** A wrong answer of a posted form of the portal: a broken rule, or the sentence of the server. */
export type PostedError = {
  address: string;
  /** JSON pointer into the answers. */
  pointer: string;
  rule: string;
  params?: Record<string, string | number>;
  part?: { id: string; label: LocalizedText };
  text?: string;
};

/** One of the portal's own forms that was posted without scripts, and is shown again. */
export type PostedPortalForm = {
  /** Answers of elements that are not secret. */
  answers: Record<string, unknown>;
  errors: readonly PostedError[];
  /** A sentence about the form as a whole. */
  failure?: string;
  /** The element that `failure` is about. */
  refused?: string;
};

import type { LocalizedText } from './common.ts';

/** What an answer was given to: the element's type then, and the question as it was read, for when the form asks it no more. */
export type AskedOnce = { type: string; question: LocalizedText };

/** One answer as a draft keeps it on a visitor's device (decisions.md, Drafts). */
export type DraftAnswer = AskedOnce & {
  value: unknown;
  /** What the rows of a group are called: files on their way are kept under these names. */
  rows?: readonly string[];
  /** When it was given, in milliseconds since 1970; two tabs merge by it. */
  at: number;
  /** Uploads belong to the workflow they were made in. */
  workflowKey: string;
  revision: number;
  /** The same of the elements inside a group, by id. */
  inside?: Readonly<Record<string, AskedOnce>>;
};

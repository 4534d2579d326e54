import type { LocalizedText } from '#schemas/platform/common.ts';

/** Type and question of the element when it was answered, for elements that were removed. */
export type AskedOnce = { type: string; question: LocalizedText };

/** One answer in a draft on the visitor's device (docs/behaviour/forms.md#drafts). */
export type DraftAnswer = AskedOnce & {
  value: unknown;
  /** Row ids of a group; pending uploads refer to them. */
  rows?: readonly string[];
  /** Logical time in ms since 1970 (src/device/indexedDb/draftClock.ts); merges two tabs. */
  at: number;
  /** Workflow of the uploads. */
  workflowKey: string;
  revision: number;
  /** Answers of the elements in a group, by id. */
  inside?: Readonly<Record<string, AskedOnce>>;
};

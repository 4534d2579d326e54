/** The timeline of a case or of one of its folders. */
export type TimelineRef = { acc: string; akte: string; folder?: string };

/**
 * `isGone`: no longer shared. While a message is being written, the page stays until its writer
 * knows.
 */
export type Holding = { isGone: boolean; onWriting: (isWriting: boolean) => void };

export const isSameTimeline = (a: TimelineRef, b: TimelineRef): boolean =>
  a.acc === b.acc && a.akte === b.akte && a.folder === b.folder;

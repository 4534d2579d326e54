/** A case, or one of its folders: where messages are read and written. */
export type TimelinePlace = { acc: string; akte: string; folder?: string };

/** Whether a place is no longer shared, and whether something is being written there: then it is not left before its writer has been told. */
export type Holding = { isGone: boolean; onWriting: (isWriting: boolean) => void };

export const isSamePlace = (a: TimelinePlace, b: TimelinePlace): boolean =>
  a.acc === b.acc && a.akte === b.akte && a.folder === b.folder;

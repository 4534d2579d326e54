/** A case, or one of its folders: where messages are read and written. */
export type TimelinePlace = { acc: string; akte: string; folder?: string };

export const isSamePlace = (a: TimelinePlace, b: TimelinePlace): boolean => a.acc === b.acc && a.akte === b.akte && a.folder === b.folder;

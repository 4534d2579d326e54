import { secondMs } from '#schemas/platform/time.ts';

export const assignmentLimits = {
  maxPerCase: 500,
  watchEveryMs: secondMs, // polling interval for deadlines
  closedAtOnce: 100,
} as const;

/** Answers of tasks in the ZIP of a case. */
export const archivedAnswersLimits = {
  drawMs: 45 * secondMs, // for one PDF; a connection without traffic is closed after a minute
  busyRetryMs: 500, // while the queue of PDFs is full
} as const;

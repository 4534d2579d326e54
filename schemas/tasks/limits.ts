import { secondMs } from '#schemas/platform/time.ts';

export const taskLimits = {
  maxReminderHours: 30 * 24,
  secondsPerQuestion: 40, // estimate of the time that a task takes a client
  warnMinutes: 15, // before a deadline
  maxPerCase: 500,
  watchEveryMs: secondMs, // polling interval for deadlines
  closedAtOnce: 100,
} as const;

export const boardLimits = {
  pageSize: 500,
  cardsAtOnce: 50, // changed cards fetched in one request
} as const;

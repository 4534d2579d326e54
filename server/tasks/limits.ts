import { secondMs } from '#schemas/platform/time.ts';

export const assignmentLimits = {
  maxPerCase: 500,
  watchEveryMs: secondMs, // polling interval for deadlines
  closedAtOnce: 100,
} as const;

import { secondMs } from '#schemas/platform/time.ts';

export const streamLimits = {
  keptDays: 7,
  maxAtOnce: 500,
  streamsPerUser: 20, // per process: a few devices with a few tabs each
  sessionCheckMs: 5 * secondMs, // also the longest delay of an event whose notification was lost
} as const;

export const programStreamLimits = {
  keptDays: 30,
  usualPageSize: 100,
  waitsPerAccount: 20, // per process
  recheckMs: 5 * secondMs, // while waiting: the longest delay after a lost wake-up
} as const;

import { minutesPerDay } from '#schemas/platform/time.ts';

/** Password hashes, each of which takes a core and 19 MiB. */
export const hashLimits = {
  atOnce: 2,
  waiting: 100,
} as const;

export const idempotencyLimits = {
  retryMinutes: minutesPerDay, // lifetime of a stored response
} as const;

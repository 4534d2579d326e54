import { secondMs } from '#schemas/platform/time.ts';

/** Worker processes that draw PDFs. */
export const sheetLimits = {
  atOnce: 1,
  waiting: 20, // each holds its content in memory; more get 503 and retry
  timeoutMs: 60 * secondMs,
  maxMb: 512, // heap of a worker
  idleMs: 30 * secondMs, // before an idle worker exits
} as const;

import { mebibyte } from '#schemas/platform/sizes.ts';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';

/** Worker processes that draw thumbnails, previews and pictures of people. */
export const drawingLimits = {
  atOnce: 2,
  waiting: 100, // more get 503 and retry
  maxPixels: 50_000_000,
  timeoutMs: 10 * secondMs, // from the last byte on
  readMs: minuteMs,
  maxBytes: 512 * mebibyte, // of memory
  idleMs: 30 * secondMs, // before an idle worker exits
  jpegQuality: 85,
  attempts: 3, // of a drawing that ran out of time or memory
  retryHours: 1,
} as const;

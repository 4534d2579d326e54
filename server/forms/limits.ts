import { mebibyte } from '#schemas/platform/sizes.ts';
import { dayMs, hourMs } from '#schemas/platform/time.ts';

export const workflowLimits = {
  repeatWithinMinutes: 10, // a retried start gets the same workflow
  forgetAfterDays: 30, // unused and never sent; the browser's draft continues in a new workflow
} as const;

export const submissionLimits = {
  checksKept: 100, // compiled forms in memory, least recently used first out
  uploadsPerWantedFile: 2, // removed uploads still count while their replacements arrive
} as const;

/** Suspicious submissions are marked, never refused. */
export const suspicionLimits = {
  minSeconds: 3, // from showing a form to its submission; no person is faster
  tokenDays: 7, // a page may stay open over a long weekend
} as const;

export const figureLimits = {
  weeks: 12, // counts older than this are deleted
  maxRevisions: 50,
} as const;

export const pinRateLimits = {
  perHour: 5,
  perDay: 10, // per invitation or form
  wrongTriesPerDay: 20, // per invitation, over all its PINs
  repeatMinutes: 2, // lifetime of the stored response, in the same browser
} as const;

export const expertListLimits = {
  maxOffered: 20,
} as const;

export const insuranceCacheLimits = {
  upstreamKeptMs: hourMs, // cache of an upstream list
} as const;

export const tileCacheLimits = {
  keptMs: dayMs,
  keptBytes: 64 * mebibyte, // cache of all tiles in memory
  concurrentFetches: 16,
} as const;

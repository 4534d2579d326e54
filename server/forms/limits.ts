import { mebibyte } from '#schemas/platform/sizes.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';

export const workflowLimits = {
  retryWithinMs: 10 * minuteMs, // a retried start
  // the same page posted again; longer would join visitors with one address and equal answers
  repostWithinMs: minuteMs,
  forgetAfterDays: 30, // unused and never sent; the browser's draft continues in a new workflow
} as const;

export const submissionLimits = {
  checksKept: 100, // compiled forms in memory, least recently used first out
  uploadsPerWantedFile: 2, // removed uploads still count while their replacements arrive
} as const;

/** Words of submissions, for the search of the provider. */
export const indexLimits = {
  everyMs: secondMs, // polling interval
  indexedAtOnce: 50, // their definitions and answers are in memory meanwhile
  maxWords: 2_000, // of one submission
  maxSearchWords: 10,
} as const;

/** Exports of submissions. */
export const exportLimits = {
  rowsAtOnce: 200,
  charactersAtOnce: 1_000_000, // of answers in memory; a larger submission is read alone
  maxCellLength: 32_767, // characters, of Excel
} as const;

export const evidenceLimits = {
  entriesPerCommit: 25, // their records are in memory meanwhile
  requestsPerRun: 1_000,
  sweepEveryMs: minuteMs, // chains what a crash has left
} as const;

/** Copies of answers by mail. */
export const copyLimits = {
  linkDays: 7,
  openMinutes: 30, // in the browser that has confirmed the link
  retryMinutes: 10, // a confirmation whose response was lost is repeated
  perAddressPerDay: 5, // so that no form floods a stranger with mails
  perAccountPerDay: 1_000,
  maxMailLength: 100_000, // characters of answers; longer ones are behind the link only
} as const;

/** Forms that are posted by pages without scripts. */
export const postedLimits = {
  stateDays: 7, // a page may stay open over a long weekend
  receiptMinutes: 24 * 60, // a bookmarked thank-you page is the form's page afterwards
  maxFields: 5_000,
  maxFieldBytes: 4 * mebibyte, // the sealed answers of all pages
  maxFiles: 100,
} as const;

/** Posted forms of the portal, such as the login. */
export const ownFormLimits = {
  maxFields: 20,
  maxFieldBytes: 16 * 1024,
} as const;

/** Suspicious submissions are marked, never refused. */
export const suspicionLimits = {
  minSeconds: 3, // from showing a form to its submission; no person is faster
  tokenDays: 7, // a page may stay open over a long weekend
} as const;

export const figureLimits = {
  weeks: 12, // counts older than this are deleted
  countedAtOnce: 32, // visits in one transaction
  maxRevisions: 50,
} as const;

export const pinRateLimits = {
  perHour: 5,
  perDay: 10, // per invitation or form
  wrongAttemptsPerDay: 20, // per invitation, over all its PINs
  retryMinutes: 2, // lifetime of the stored response, in the same browser
} as const;

/** A form's PIN is not asked again for this long, at most until the browser is closed. */
export const pinCookieLimits = { validMinutes: (12 * hourMs) / minuteMs } as const;

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

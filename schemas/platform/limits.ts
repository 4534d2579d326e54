import { secondMs } from './time.ts';

/** The client's request queue and its retries. */
export const clientLimits = {
  retryNotReadyDelayMs: secondMs, // after 503 or 204
  retryNotReadyTimes: 9,
  retryOtherDelayMs: 200, // after a network failure or another 5xx
  retryOtherTimes: 2,
  concurrentCalls: 5,
  concurrentTransfers: 4, // of those 5, uploads and downloads, so that one is free for calls
  concurrentUploads: 3, // of those 4
  callsPerWindow: 8,
  callsKeptForActions: 1, // of those 8, so that a click need not wait for the calls of its page
  callWindowMs: 2 * secondMs,
  failedLoadMs: 2 * secondMs, // a part of a page that failed to load is not loaded again sooner
  otherTabAskMs: 20 * secondMs, // interval of liveness pings to the leader tab
  otherTabAnswerMs: 2 * secondMs, // timeout of such a ping
} as const;

/** Calls of one kind; rate limits are per IP address. */
export const callLimits = {
  submissionsPerMinute: 20,
  readsPerMinute: 600, // for calls that every page makes before a login
  uploadsPerMinute: 120,
  partsPerMinute: 600, // several large files at once on a fast connection
  thumbnailsPerMinute: 1_000, // a gallery of hundreds; each is drawn once and cached
  definitionsPerMinute: 30, // forms to check and publish
  keyLength: 100, // characters of an Idempotency-Key
} as const;

/** Searches for words. */
export const stemLimits = {
  beginsFrom: 4, // letters; shorter words match whole words only
} as const;

/** Characters of an e-mail address (RFC 5321). */
export const maxMailLength = 254;

/** The greatest value of a 32-bit integer column. */
export const maxStoredInteger = 2_147_483_647;

/** Lists of the provider API. */
export const providerLimits = {
  maxPageSize: 200,
  maxExternalIdLength: 100,
  maxSearchLength: 100,
  maxReasonLength: 500, // of an erasure
  maxTotal: 1_000, // of records that a list counts
} as const;

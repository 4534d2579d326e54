import { minuteMs, secondMs } from './time.ts';

/** The client's request queue and its retries. */
export const clientLimits = {
  retryNotReadyDelayMs: secondMs, // after 503 or 204
  retryNotReadyTimes: 9,
  retryOtherDelayMs: 200, // after a network failure or another 5xx
  retryOtherTimes: 2,
  concurrentCalls: 5,
  concurrentUploads: 3, // of those 5, so that reads never wait for uploads
  callsPerWindow: 8,
  callWindowMs: 2 * secondMs,
  otherTabAskMs: 20 * secondMs, // interval of liveness pings to the leader tab
  otherTabAnswerMs: 2 * secondMs, // timeout of such a ping
} as const;

/** Rate limits are per IP address. */
export const callLimits = {
  submissionsPerMinute: 20,
  readsPerMinute: 600, // for calls that every page makes before a login
  uploadsPerMinute: 120,
  partsPerMinute: 600, // several large files at once on a fast connection
  thumbnailsPerMinute: 1_000, // a gallery of hundreds; each is drawn once and cached
  definitionsPerMinute: 30, // forms to check and publish
} as const;

/** The event stream. */
export const eventLimits = {
  heartbeatMs: 15 * secondMs, // proxies close a silent stream
  retryMs: 3 * secondMs, // before the client reconnects
  opensPerMinute: 300, // per IP address, because an office shares one
  refusedMs: minuteMs, // before a client retries after a refusal
} as const;

/** Lists of the provider API. */
export const providerLimits = { maxPageSize: 200 } as const;

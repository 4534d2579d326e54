import { mebibyte } from '#schemas/platform/sizes.ts';
import { minuteMs } from '#schemas/platform/time.ts';

export const requestLimits = {
  perMinute: 60, // for calls that are expensive or easy to abuse
  demoPerMinute: 1_000,
  providerPerMinute: 600, // per API key, for calls without a limit of their own
  demoProviderPerMinute: 6_000,
  sharedUpToPerMinute: 120, // higher limits are for cheap calls, which each process counts itself
  windowMinutes: 1,
  countedAtOnce: 500, // calls that one statement counts
  idleMs: minuteMs, // timeout of a connection without traffic
  requestMs: 30 * minuteMs, // timeout of a whole request: 100 MB at half a megabit per second
  slowUploadBytes: 4 * 1024, // of an upload within UPLOAD_SECONDS; fewer are no progress
  minKeyLength: 16, // where the key gives access to the stored response
  maxFields: 50, // errors in one response
  maxDepth: 100, // objects and arrays of a body inside each other
  maxBodyBytes: 2 * mebibyte, // definition or submission as JSON
  envelopeBytes: 64 * 1024, // multipart fields and boundaries around a file
} as const;

/** Lists of the provider API. */
export const listLimits = {
  pageSize: 50,
} as const;

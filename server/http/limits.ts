import { mebibyte } from '#schemas/platform/sizes.ts';
import { minuteMs } from '#schemas/platform/time.ts';

export const requestLimits = {
  perMinute: 60, // for calls that are expensive or easy to abuse
  demoPerMinute: 1_000,
  idleMs: minuteMs, // timeout of a connection without traffic
  requestMs: 30 * minuteMs, // timeout of a whole request: 100 MB at half a megabit per second
  maxKeyLength: 100, // characters of an Idempotency-Key
  minKeyLength: 16, // where the key gives access to the stored response
  maxFields: 50, // errors in one response
  maxBodyBytes: 2 * mebibyte, // definition or submission as JSON
  envelopeBytes: 64 * 1024, // multipart fields and boundaries around a file
} as const;

/** Lists of the provider API. */
export const listLimits = {
  pageSize: 50,
} as const;

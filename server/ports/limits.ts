import { kibibyte, mebibyte } from '#schemas/platform/sizes.ts';
import { hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';

/** Archives beyond these are refused, with or without a virus scanner (zip bombs). */
export const archiveLimits = {
  maxEntries: 2_000,
  maxInflatedBytes: 200 * mebibyte,
  maxRatio: 100,
  freeInflatedBytes: 10 * mebibyte, // before the ratio counts
  maxDepth: 3, // archives inside archives
  maxHeaders: 20_000, // byte sequences that look like an entry, inside of entries too
  maxDirectoryBytes: mebibyte,
  maxNameBytes: 1_024, // of an entry
  maxPaddingBytes: 64, // zero bytes and blanks behind the end
} as const;

export const scannerLimits = {
  connectMs: 5 * secondMs,
  answerMs: 30 * secondMs, // without a byte
  retryMs: 5 * secondMs, // before an unavailable scanner is probed again
  recheckMs: hourMs, // before a healthy scanner is probed again
} as const;

/** S3-compatible service; the client makes three attempts. */
export const storeLimits = {
  connectMs: 3 * secondMs,
  silenceMs: 10 * secondMs, // without a byte
} as const;

/** SMTP relay and SMS gateway. */
export const deliveryLimits = {
  connectMs: 10 * secondMs,
  answerMs: minuteMs, // without a byte
} as const;

/** Certificates that the doctor examines. */
export const certificateLimits = {
  answerMs: 10 * secondMs, // to connect and to agree on TLS
  warnDays: 21, // before the end
} as const;

export const insuranceSourceLimits = {
  maxListed: 5_000,
  upstreamTimeoutMs: 5 * secondMs,
} as const;

export const tileSourceLimits = {
  maxBytes: 512 * kibibyte,
  timeoutMs: 5 * secondMs,
} as const;

export const webhookCallLimits = { timeoutMs: 10 * secondMs } as const;

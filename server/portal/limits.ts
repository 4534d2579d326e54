import { minuteMs } from '#schemas/platform/time.ts';
import { kibibyte, mebibyte } from '#schemas/platform/sizes.ts';

export const pageLimits = {
  maxDescriptionLength: 160, // the length that search engines show
} as const;

export const setUpLimits = {
  linkHours: 24, // validity of the link that an empty installation prints
  maxBodyBytes: 16 * 1024,
  postsPerMinute: 20, // each hashes a password
} as const;

export const importServiceLimits = {
  maxLineBytes: mebibyte,
  linesAtOnce: 64, // read before they are stored
  pauseMs: 50, // without a next line, the lines so far are stored and reported
  retryMs: minuteMs / 2, // Retry-After while another import runs
  lanes: 8, // records stored at once
  knownCases: 10_000, // ids that are not looked up again
  bufferedBytes: 256 * kibibyte, // of the report, once the request has been read
  // Of the report before: 100,000 stored lines with the longest ids fit for clients that read last.
  unreadBytes: 32 * mebibyte,
} as const;

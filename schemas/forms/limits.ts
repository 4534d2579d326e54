import { kibibyte, mebibyte } from '#schemas/platform/sizes.ts';
import { dayMs, hourMs, minuteMs, minutesPerDay, secondMs } from '#schemas/platform/time.ts';

export const formLimits = {
  maxElements: 1_000,
  maxFieldsAtEase: 5_000, // elements times the most rows of their group, before a warning
  maxParts: 100_000, // objects, lists and values of a definition
  maxDepth: 32, // nesting of a definition
  maxFindings: 200, // lint findings in one response
  maxRows: 100, // rows of one group
  maxTextLength: 20_000, // characters of one textarea answer
  maxLineLength: 500, // characters of one input answer
  maxPatternLength: 100, // characters of one inputregex answer, unless the author sets a limit
  maxPatternSource: 500, // characters of an author's pattern
  maxPatternSteps: 2_000_000, // matching steps on the worst answer, about 20 ms (ReDoS)
  maxProofSteps: 100_000, // steps to prove all patterns of a form safe, about a second
  announceDelayMs: secondMs, // debounce before a screen reader hears the character count
  maxBodyBytes: 2 * mebibyte, // definition or submission as JSON
  compileTimeoutMs: 10 * secondMs,
  compilesAtOnce: 2,
  compileMaxMb: 512,
  compilationsKept: 20, // in the cache of compiled forms, so that publishing again is cheap
  validatorsKeptDays: 30, // compiled by an earlier build
  checksKept: 100, // compiled forms in memory, least recently used first out
  returnDelayMs: 10 * secondMs, // before the browser follows a return address by itself
} as const;

export const draftLimits = {
  saveDelayMs: secondMs, // debounce
  retryDelayMs: 10 * secondMs, // after the browser failed to store the draft
} as const;

export const formFigureLimits = {
  weeks: 12, // counts older than this are deleted
  notesPerMinute: 120, // per IP address
  pageSize: 100,
  maxRevisions: 50,
} as const;

/** Suspicious submissions are marked, never refused. */
export const spamLimits = {
  minSeconds: 3, // from showing a form to its submission; no person is faster
  tokenDays: 7, // a page may stay open over a long weekend
  honeypotLength: 500, // characters that the server reads of the honeypot field
} as const;

export const externalRequestLimits = { validDays: 30, maxValidDays: 365 } as const;

/** PINs of forms, invitations and logins. */
export const pinLimits = {
  digits: 6,
  wrongTries: 5, // void the PIN
  validMinutes: 15,
  maxValidMinutes: 90 * minutesPerDay, // for PINs that travel by letter
  secondsBetween: 60,
  perHour: 5,
  perDay: 10, // per invitation or form
  wrongTriesPerDay: 20, // per invitation, over all its PINs
  triesPerMinute: 30, // per IP address
  requestsPerMinute: 10, // per IP address
  repeatMinutes: 2, // lifetime of the stored response, in the same browser
  fetchDelayMs: 500, // before a form's elements are fetched, after a PIN login only
} as const;

export const expertLimits = { maxNameLength: 200, maxAreas: 500, maxOffered: 20 } as const;

export const insuranceLimits = {
  maxNameLength: 200,
  maxNumberLength: 100, // characters of a policy or claim number
  maxListed: 5_000,
  maxOffered: 50, // search results
  upstreamTimeoutMs: 5 * secondMs,
  upstreamKeptMs: hourMs, // cache of an upstream list
} as const;

export const geolocationLimits = {
  timeoutMs: 15 * secondMs,
  maxAgeMs: minuteMs,
  maxAddressLength: 300,
} as const;

export const tileLimits = {
  maxZoom: 22,
  maxBytes: 512 * kibibyte,
  timeoutMs: 5 * secondMs,
  keptMs: dayMs,
  keptBytes: 64 * mebibyte, // cache of all tiles in memory
  concurrentFetches: 16,
  callsPerMinute: 600, // one screen of map is about twenty tiles
} as const;

export const signatureLimits = {
  pictureWidthPx: 800,
  pictureMaxBytes: 120 * kibibyte, // six fit in one submission
  drawingMaxLength: 200_000, // characters of the SVG
  maxStrokes: 200,
  maxPointsPerStroke: 2_000,
  minInkLength: 100, // on a canvas 1,600 wide; less is an accident
  maxNameLength: 100,
} as const;

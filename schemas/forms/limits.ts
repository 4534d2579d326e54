import { kibibyte } from '#schemas/platform/sizes.ts';
import { dayMs, minuteMs, minutesPerDay, secondMs } from '#schemas/platform/time.ts';

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
  returnDelayMs: 30 * secondMs, // before the browser follows a return address by itself
} as const;

/** Copies of sent answers on the visitor's device. */
export const receiptLimits = { keptMs: 30 * dayMs } as const;

export const draftLimits = {
  saveDelayMs: secondMs, // debounce
  retryDelayMs: 10 * secondMs, // after the browser failed to store the draft
} as const;

export const formFigureLimits = {
  notesPerMinute: 120, // per IP address
  pageSize: 100,
} as const;

/** Suspicious submissions are marked, never refused. */
export const spamLimits = {
  honeypotLength: 500, // characters that the server reads of the honeypot field
} as const;

/** Forms that close after a number of submissions. */
export const closingLimits = {
  maxSubmissions: 10_000, // they are counted each time the form is opened
  shareOfExtraPlaces: 0.1, // of the number, for visitors who had opened the form; at least one
} as const;

/** Submissions in the provider's hands. */
export const submissionLimits = {
  maxPreviewLength: 160, // characters of the first answers
  maxNoteLength: 2_000,
  exportsPerMinute: 30, // per API key
} as const;

export const externalRequestLimits = { validDays: 30, maxValidDays: 365 } as const;

/** PINs of forms, invitations and logins. */
export const pinLimits = {
  digits: 6,
  wrongAttempts: 5, // void the PIN
  validMinutes: 15,
  maxValidMinutes: 90 * minutesPerDay, // for PINs that travel by letter
  secondsBetween: 60,
  attemptsPerMinute: 30, // per IP address
  requestsPerMinute: 10, // per IP address
  fetchDelayMs: 500, // before a form's elements are fetched, after a PIN login only
} as const;

export const expertLimits = { maxNameLength: 200, maxAreas: 500 } as const;

export const insuranceLimits = {
  maxNameLength: 200,
  maxNumberLength: 100, // characters of a policy or claim number
  maxOffered: 50, // search results
} as const;

export const geolocationLimits = {
  timeoutMs: 15 * secondMs,
  maxAgeMs: minuteMs,
  maxAddressLength: 300,
} as const;

export const tileLimits = {
  maxZoom: 22,
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

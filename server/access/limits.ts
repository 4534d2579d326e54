import { secondMs } from '#schemas/platform/time.ts';

export const loginLimits = {
  wrongAttempts: 5, // per name, or per known device, until the next lock
  lockMinutes: [1, 5, 15, 60], // the last one repeats
  wrongAttemptsOfAddress: 50,
  wrongAttemptsOfDemoAddress: 1_000,
  forgetAfterHours: 24, // without an attempt
  undecidedMs: 10 * secondMs, // then a comparison was interrupted, and counts as wrong
  undecidedPollMs: 50, // of a call that waits for other comparisons
} as const;

export const registrationLimits = {
  retryMinutes: 10,
  joinMinutes: 60, // from the PIN to the login that accepts the invitation
} as const;

export const credentialRateLimits = {
  mailsPerHour: 3, // per address or username
  wrongAttempts: 5, // of the existing password, per hour
  doneMinutes: 10, // a page without scripts confirms the new password
  linksKeptDays: 30, // then a used link is unknown
} as const;

export const invitationRateLimits = {
  perHour: 5,
} as const;

export const storedSessionLimits = {
  // the previous refresh token stays valid, because several tabs may ask
  refreshGraceMs: 30 * secondMs,
  idleDays: { registered: 30, unregistered: 0.5 },
  maxDays: { registered: 90, unregistered: 1 }, // since the login
  noticesPerDay: 3, // per user, of sessions that ended because a token was used twice
  retryMinutes: 2, // lifetime of the stored response, while the session is unused
} as const;

export const storedFactorLimits = {
  periodSeconds: 30, // of a time-based code
  window: 1, // codes before and after the present one, because clocks differ
  challengeMinutes: 5,
  setupMinutes: 15,
  passkeyMinutes: 5, // from the challenge to the device's response
  maxPasskeys: 20,
} as const;

export const clientIndexLimits = { indexedAtOnce: 100 } as const;

import { secondMs } from '#schemas/platform/time.ts';

export const passwordLimits = {
  minLength: 8,
  maxLength: 128,
  classes: 3, // of four kinds of characters
  hashesAtOnce: 2,
  hashesWaiting: 100,
} as const;

export const userLimits = {
  minUsernameLength: 3,
  maxUsernameLength: 100,
  maxEmailLength: 254,
  maxNameLength: 100,
  usernameChecksPerMinute: 10,
  repeatMinutes: 10,
} as const;

export const credentialLimits = {
  mailsPerHour: 3, // per address or username
  linkMinutes: 30,
  wrongTries: 5, // of the existing password, per hour
  linksKeptDays: 30, // then a used link is unknown
} as const;

export const invitationLimits = { validDays: 14, maxValidDays: 90, perHour: 5 } as const;

export const sessionLimits = {
  accessTokenSeconds: 15 * 60,
  otherTabMs: 3 * secondMs, // within which another tab's new token arrives
  refreshAheadSeconds: 60, // a token is refreshed this long before it expires
  // the previous refresh token stays valid, because several tabs may ask
  refreshGraceMs: 30 * secondMs,
  idleDays: { registered: 30, unregistered: 0.5 },
  maxDays: { registered: 90, unregistered: 1 }, // since the login
  noticesPerDay: 3, // per user, of sessions that ended because a token was used twice
  repeatMinutes: 2, // lifetime of the stored response, while the session is unused
  refreshesPerMinute: 300, // per IP address, because an office shares one
} as const;

export const secondFactorLimits = {
  periodSeconds: 30, // of a time-based code
  digits: 6,
  window: 1, // codes before and after the present one, because clocks differ
  challengeMinutes: 5,
  setupMinutes: 15,
  recoveryCodes: 10,
  maxCodeLength: 50,
  maxTokenLength: 1_000,
  passkeyMinutes: 5, // from the challenge to the device's response
  maxPasskeys: 20,
  maxNameLength: 60,
  maxCredentialLength: 10_000,
} as const;

import { maxMailLength } from '#schemas/platform/limits.ts';
import { secondMs } from '#schemas/platform/time.ts';

export const passwordLimits = {
  minLength: 8,
  maxLength: 128,
  classes: 3, // of four kinds of characters
} as const;

export const userLimits = {
  minUsernameLength: 3,
  maxUsernameLength: 100,
  maxEmailLength: maxMailLength,
  maxNameLength: 100,
  usernameChecksPerMinute: 10,
} as const;

export const credentialLimits = {
  linkMinutes: 30,
  contactCodeMinutes: 30, // of a code that confirms a new address or number
} as const;

export const invitationLimits = { validDays: 14, maxValidDays: 90 } as const;

export const sessionLimits = {
  accessTokenSeconds: 15 * 60,
  otherTabMs: 3 * secondMs, // within which another tab's new token arrives
  refreshAheadSeconds: 60, // a token is refreshed this long before it expires
  refreshesPerMinute: 300, // per IP address, because an office shares one
} as const;

export const secondFactorLimits = {
  digits: 6,
  recoveryCodes: 10,
  maxCodeLength: 50,
  maxTokenLength: 1_000,
  maxNameLength: 60,
  maxCredentialLength: 10_000,
} as const;

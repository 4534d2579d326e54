import { Secret, TOTP } from 'otpauth';
import { limits } from '#schemas/limits.ts';

const { digits, periodSeconds: period, window } = limits.secondFactor;

/** What every authenticator app understands: SHA-1, six digits, half a minute. */
const totpOf = (secret: Secret, label?: { issuer: string; label: string }): TOTP =>
  new TOTP({ secret, algorithm: 'SHA1', digits, period, ...label });

/** A secret for an app, to type and as the address behind a QR code. */
export function newTotp(label: { issuer: string; label: string }): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: totpOf(secret, label).toString() };
}

/** The time step whose code this is, now or one before or after; undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(Secret.fromBase32(secret));
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

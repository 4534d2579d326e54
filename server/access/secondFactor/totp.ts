import { Secret, TOTP } from 'otpauth';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import { storedFactorLimits } from '#server/access/limits.ts';

const { digits } = secondFactorLimits;
const { periodSeconds: period, window } = storedFactorLimits;

/** Parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const createTotp = (secret: Secret, label?: { issuer: string; label: string }): TOTP =>
  new TOTP({ secret, algorithm: 'SHA1', digits, period, ...label });

/** Creates a secret, as text and as URI for a QR code. */
export function newTotp(label: { issuer: string; label: string }): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: createTotp(secret, label).toString() };
}

/**
 * Returns the time step of a code, allowing one step before and after; undefined for a wrong code.
 */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const totp = createTotp(Secret.fromBase32(secret));
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

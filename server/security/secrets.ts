import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

/** Creates 256 random bits in base64url, which fit in a URL or a cookie. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes a random secret for storage. Too fast for passwords and PINs: see hashPassword. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Hashes a request body, to tell a retry from another request with the same Idempotency-Key. */
export const hashBody = (body: unknown): string => hashSecret(JSON.stringify(body));

/** Computes an HMAC of a text with the installation's secret, separate for each purpose. */
export const computeMac = (
  { config }: Pick<Deps, 'config'>,
  purpose: string,
  text: string,
  encoding: 'hex' | 'base64url' = 'base64url',
): string => createHmac('sha256', config.authSecret).update(`${purpose}:${text}`).digest(encoding);

/** Compares in constant time. */
export const isSameSecret = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'));

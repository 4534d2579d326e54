import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';

/** Creates 256 random bits in base64url, which fit in a URL or a cookie. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes a random secret for storage. Too fast for passwords and PINs: see hashPassword. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Hashes a request body, to tell a retry from another request with the same Idempotency-Key. */
export const hashBody = (body: unknown): string => hashSecret(JSON.stringify(body));

/** The secrets that are accepted: the current one, then the one that a rotation replaces. */
export const listSecrets = ({
  authSecret,
  previousSecret,
}: Pick<Config, 'authSecret' | 'previousSecret'>): string[] =>
  previousSecret ? [authSecret, previousSecret] : [authSecret];

type MacEncoding = 'hex' | 'base64url';

const computeMacWith = (
  secret: string,
  purpose: string,
  text: string,
  encoding: MacEncoding,
): string => createHmac('sha256', secret).update(`${purpose}:${text}`).digest(encoding);

/** Computes an HMAC of a text with the installation's secret, separate for each purpose. */
export const computeMac = (
  { config }: Pick<Deps, 'config'>,
  purpose: string,
  text: string,
  encoding: MacEncoding = 'base64url',
): string => computeMacWith(config.authSecret, purpose, text, encoding);

/** Computes the HMAC with each accepted secret, to find one from before a rotation. */
export const listMacs = (
  { config }: Pick<Deps, 'config'>,
  purpose: string,
  text: string,
  encoding: MacEncoding = 'base64url',
): string[] => listSecrets(config).map((secret) => computeMacWith(secret, purpose, text, encoding));

/** Compares in constant time. */
export const isSameSecret = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'));

/** Compares with an HMAC of each accepted secret. */
export const isMac = (
  deps: Pick<Deps, 'config'>,
  given: string | undefined,
  purpose: string,
  text: string,
  encoding?: MacEncoding,
): boolean =>
  listMacs(deps, purpose, text, encoding)
    .map((mac) => isSameSecret(given, mac))
    .includes(true);

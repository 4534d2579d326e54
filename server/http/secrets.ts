import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

/** 256 random bits, fit for an address or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret with so many random bits that nobody tries them all. Not for what people choose. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** What is stored of a call's body, to know a repeat from another call under the same key. */
export const hashBody = (body: unknown): string => hashSecret(JSON.stringify(body));

/** What follows from a text and the installation's secret: nobody else can make it, and it tells nothing of the text. For one purpose only. */
export const macOf = (
  { config }: Pick<Deps, 'config'>,
  purpose: string,
  text: string,
  encoding: 'hex' | 'base64url' = 'base64url',
): string => createHmac('sha256', config.authSecret).update(`${purpose}:${text}`).digest(encoding);

/** Compares in the same time wherever the difference lies. */
export const isSameSecret = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'));

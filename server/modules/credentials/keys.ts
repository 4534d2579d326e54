import { createHash, randomBytes } from 'node:crypto';

/** A key for a mailed link: 256 random bits, fit for an address. */
export const newKey = (): string => randomBytes(32).toString('base64url');

/** What is stored of it. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

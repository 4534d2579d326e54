import { createHash } from 'node:crypto';
import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';

/** SHA-256 of a text in UTF-8, as hex. */
export const hashOfText = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** SHA-256 of the canonical JSON of a value (RFC 8785), as hex. */
export const getHash = (value: unknown): string => hashOfText(toCanonicalJson(value));

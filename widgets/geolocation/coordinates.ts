import type { Language } from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import type { Position } from './geoLocation.ts';

const pattern = /^([NSEOW])?\s*([-+]?\d{1,3}(?:[.,]\d+)?)\s*[°º]?\s*([NSEOW])?$/i;

/**
 * Parses degrees with comma or point, with or without sign, degree sign and compass letter (O is
 * Ost). Returns `undefined` for other text.
 */
export function parseDegrees(text: string): number | undefined {
  const [, before, digits, after] = pattern.exec(cleanTyped(text, 'code')) ?? [];
  if (!digits) return undefined;
  const degrees = Number(digits.replace(',', '.'));
  return /[SW]/i.test(before ?? after ?? '') ? -degrees : degrees;
}

/** Parses two coordinates as copied from a map: "53.5701, 9.952" or "53,5701; 9,952". */
export function parsePosition(text: string): Position | undefined {
  const cleaned = cleanTyped(text, 'code');
  const parts = cleaned.split(cleaned.includes(';') ? ';' : cleaned.includes(' ') ? /,? / : ',');
  const [latitude, longitude] = parts.map(parseDegrees);
  return parts.length === 2 && latitude !== undefined && longitude !== undefined
    ? { latitude, longitude }
    : undefined;
}

/** Formats degrees with all their digits. */
export const formatDegrees = (degrees: number, language: Language): string =>
  language === 'de' ? String(degrees).replace('.', ',') : String(degrees);

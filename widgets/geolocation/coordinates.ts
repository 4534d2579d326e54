import type { Language } from '#schemas/common.ts';
import type { Position } from './place.ts';

const pattern = /^([NSEOW])?\s*([-−+]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEOW])?$/i;

/** Degrees as people write them: comma or point, with or without the sign and the letter of a quarter (O is Ost). Undefined when it is no number. */
export function parseDegrees(text: string): number | undefined {
  const [, before, digits, after] = pattern.exec(text.trim()) ?? [];
  if (!digits) return undefined;
  const degrees = Number(digits.replace(',', '.').replace('−', '-'));
  return /[SW]/i.test(before ?? after ?? '') ? -degrees : degrees;
}

/** Both coordinates from one text, as they are copied from a map: "53.5701, 9.952" or "53,5701; 9,952". */
export function parsePosition(text: string): Position | undefined {
  const parts = text
    .trim()
    .split(text.includes(';') ? ';' : /\s/.test(text.trim()) ? /,?\s+/ : ',');
  const [latitude, longitude] = parts.map(parseDegrees);
  return parts.length === 2 && latitude !== undefined && longitude !== undefined
    ? { latitude, longitude }
    : undefined;
}

/** Degrees as a field shows them: every digit that was given. */
export const formatDegrees = (degrees: number, language: Language): string =>
  language === 'de' ? String(degrees).replace('.', ',') : String(degrees);

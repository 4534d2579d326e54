import type { Language } from '#schemas/platform/common.ts';
import { isDay } from '#src/engine/core/values/formats.ts';

/** Formats a day for a field: 24.12.2026 or 24/12/2026. */
export function formatDay(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-');
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

/** First three letters of the months in German and English. */
const months = [
  ['jan', 'jän'],
  ['feb'],
  ['mär', 'mrz', 'mar'],
  ['apr'],
  ['mai', 'may'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['okt', 'oct'],
  ['nov'],
  ['dez', 'dec'],
];

/** Returns the month's number for a name; other text is unchanged and rejected later. */
const parseMonth = (text: string): string => {
  const index = months.findIndex((beginnings) => beginnings.includes(text.slice(0, 3)));
  return index < 0 ? text : String(index + 1);
};

/** Returns the nearest year with these two last digits, at most 20 years ahead. */
function expandYear(digits: string, currentYear: number): number {
  if (digits.length === 4) return Number(digits);
  const year = Math.floor(currentYear / 100) * 100 + Number(digits);
  return year > currentYear + 20 ? year - 100 : year;
}

/** Returns day, month and year of a text as YYYY-MM-DD; the calendar may not have that day. */
function readDay(text: string, currentYear: number): string | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return plain;
  const match =
    /^(\d{1,2})[.,/\-\s]+(\d{1,2}|\p{L}{3,9})[.,/\-\s]+(\d{4}|\d{2})$/u.exec(plain) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  if (!match) return undefined;
  const [, day = '', month = '', year = ''] = match;
  return [
    String(expandYear(year, currentYear)).padStart(4, '0'),
    parseMonth(month).padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-');
}

/**
 * Parses a typed day; `undefined` if it is none. Accepts any separator, missing zeros, short years
 * and names of months.
 */
export function parseDay(text: string, currentYear: number): string | undefined {
  const day = readDay(text, currentYear);
  return isDay(day) ? day : undefined;
}

/** Returns true for a well-formed day that does not exist: 31.02.2026. */
export function isNoSuchDay(text: string, currentYear: number): boolean {
  const day = readDay(text, currentYear);
  return day !== undefined && isDay(`${day.slice(0, -2)}01`) && !isDay(day);
}

import type { Language } from '#schemas/common.ts';
import { formats } from '#src/engine/core/formats.ts';

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && formats['date']?.(value) === true;

/** A day as a field shows it: 24.12.2026 or 24/12/2026. */
export function formatDay(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-');
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

/** How the months begin in German and English; the first three letters tell them apart. */
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

/** The number of a month that is written out; what is no month stays and fails later. */
const monthNumber = (text: string): string => {
  const index = months.findIndex((beginnings) => beginnings.includes(text.slice(0, 3)));
  return index < 0 ? text : String(index + 1);
};

/** The nearest year that ends in these two digits and is not more than 20 years ahead: birthdays and accidents lie behind us. */
function fullYear(digits: string, currentYear: number): number {
  if (digits.length === 4) return Number(digits);
  const year = Math.floor(currentYear / 100) * 100 + Number(digits);
  return year > currentYear + 20 ? year - 100 : year;
}

/** Day, month and year of a text as YYYY-MM-DD, whether or not the calendar has that day. */
function readDay(text: string, currentYear: number): string | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return plain;
  const match =
    /^(\d{1,2})[.,/\-\s]+(\d{1,2}|\p{L}{3,9})[.,/\-\s]+(\d{4}|\d{2})$/u.exec(plain) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  if (!match) return undefined;
  const [, day = '', month = '', year = ''] = match;
  return `${String(fullYear(year, currentYear)).padStart(4, '0')}-${monthNumber(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The day somebody typed, forgiving about separators, zeros, short years and months in words; undefined when it is none. */
export function parseDay(text: string, currentYear: number): string | undefined {
  const day = readDay(text, currentYear);
  return isDay(day) ? day : undefined;
}

/** Whether a text is written as a day should be, but its month has no such day: 31.02.2026. */
export function isNoSuchDay(text: string, currentYear: number): boolean {
  const day = readDay(text, currentYear);
  return day !== undefined && isDay(`${day.slice(0, -2)}01`) && !isDay(day);
}

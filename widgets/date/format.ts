import type { Language } from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { resolveDay } from '#schemas/platform/dates.ts';
import type { Purpose } from '#src/engine/core/settings/autocomplete.ts';
import { isDay } from '#src/engine/core/values/formats.ts';

/** Formats a day for a field: 24.12.2026 or 24/12/2026. */
export function formatDay(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-');
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

export type DateConfig = { min?: string; max?: string; autocomplete?: Purpose };

/** Returns the first and the last day that can be answered; a day of birth is not after today. */
export function resolveBounds(
  { min, max, autocomplete }: DateConfig,
  today: string,
): { first: string | undefined; last: string | undefined } {
  const last = max && resolveDay(max, today);
  return {
    first: min && resolveDay(min, today),
    last: autocomplete === 'bday' && !(last && last < today) ? today : last,
  };
}

/** How far ahead a year of two digits can be: in a field with a last day, and without one. */
const maxYearsAhead = { bounded: 50, unbounded: 10 } as const;

/** Returns the latest day that a text with a short year can mean. */
function getLatestDay(last: string | undefined, today: string): string {
  const years = maxYearsAhead[last ? 'bounded' : 'unbounded'];
  const ahead = `${Number(today.slice(0, 4)) + years}-12-31`;
  return last && last < ahead ? last : ahead;
}

/** First three letters of the months in German and English. */
const months = [
  ['jan', 'jän', 'jae'],
  ['feb'],
  ['mär', 'mae', 'mrz', 'mar'],
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

/** Returns the last year with these two last digits in which MM-DD is not after the latest day. */
function expandYear(digits: string, monthAndDay: string, latest: string): string {
  if (digits.length === 4) return digits;
  const century = Number(latest.slice(0, 2));
  const year = `${century}${digits}`;
  return `${year}-${monthAndDay}` > latest ? `${century - 1}${digits}` : year;
}

const weekday = /^(?:mo|di|mi|do|fr|sa|so|tu|we|th|su)\p{L}*[., ]+/u;
const yearFirst = /^(\d{4}) ?[-./] ?(\d{1,2}) ?[-./] ?(\d{1,2})(?:[t ]\d{1,2}:\d{2}\S*)?$/;
const monthFirst = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const dayFirst =
  /^(\d{1,2})(?:st|nd|rd|th)?[.,·/\-\s]+(\d{1,2}|\p{L}{3,9})[.,·/\-\s]+(\d{4}|\d{2})$/u;
const joined = /^(\d{2})(\d{2})(\d{4})$/;

/** Returns day, month and year of a text as YYYY-MM-DD; the calendar may not have that day. */
function readDay(text: string, latest: string): string | undefined {
  const plain = cleanTyped(text, 'code').toLowerCase().replace(weekday, '').replace(/[.,]$/, '');
  const [, isoYear = '', isoMonth = '', isoDay = ''] = yearFirst.exec(plain) ?? [];
  if (isoYear) return [isoYear, isoMonth.padStart(2, '0'), isoDay.padStart(2, '0')].join('-');
  const match = dayFirst.exec(plain.replace(monthFirst, '$2 $1 $3')) ?? joined.exec(plain);
  if (!match) return undefined;
  const [, day = '', month = '', year = ''] = match;
  const monthAndDay = `${parseMonth(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return `${expandYear(year, monthAndDay, latest)}-${monthAndDay}`;
}

/**
 * Parses a typed day; `undefined` if it is none. Accepts any separator, missing zeros, short years
 * and names of months. A short year gives no day after `max`, which may be 50 years ahead. Without
 * it, the day is at most 10 years ahead.
 */
export function parseDay(text: string, config: DateConfig, today: string): string | undefined {
  const day = readDay(text, getLatestDay(resolveBounds(config, today).last, today));
  return isDay(day) ? day : undefined;
}

/** Returns true for a well-formed day that does not exist: 31.02.2026. */
export function isNoSuchDay(text: string, today: string): boolean {
  const day = readDay(text, getLatestDay(undefined, today));
  return day !== undefined && isDay(`${day.slice(0, -2)}01`) && !isDay(day);
}

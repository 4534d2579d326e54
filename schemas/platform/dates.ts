import type { Language } from './common.ts';
import { dayMs } from './time.ts';

// Created once, because a form's rules need the day at every keystroke and creation is slow.
const inGermany = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** Returns the day in Germany at an instant as YYYY-MM-DD. */
export const getGermanDay = (instant: Date): string => inGermany.format(instant);

let germanTime: Intl.DateTimeFormat | undefined;

/** Reads the German local time of an instant as if it were UTC. */
function toGermanMs(ms: number): number {
  germanTime ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${germanTime.format(ms).replace(' ', 'T')}Z`);
}

/**
 * Returns the instant at which it is `HH:MM` on a day in Germany. A time that is skipped in spring
 * is an hour later. Of a time that is repeated in autumn it returns the second.
 */
export function getGermanInstant(day: string, time: string): Date {
  const local = Date.parse(`${day}T${time}:00Z`);
  const guess = local - (toGermanMs(local) - local);
  return new Date(local - (toGermanMs(guess) - guess));
}

let inOwnZone: Intl.DateTimeFormat | undefined;

/** Returns the day on this device as YYYY-MM-DD, the meaning of "today" in forms. */
export const getLocalDay = (instant: Date): string =>
  (inOwnZone ??= new Intl.DateTimeFormat('sv-SE')).format(instant);

/** Returns true for days that are the same or neighbours, as today is in all time zones. */
export const areNearDays = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= dayMs;

/**
 * Parses an instant to UTC. `2026-03-29T02:30` is read with +01:00, in summer too.
 * Returns undefined for a day or an hour that does not exist, or a year before 0 or after 9999.
 */
export function readInstant(given: string): string | undefined {
  const [day = ''] = given.split('T');
  const midnight = new Date(`${day}T00:00:00Z`);
  // 30 February would become 2 March
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  const instant = new Date(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(given) ? given : `${given}+01:00`);
  if (!isDay || Number.isNaN(instant.getTime())) return undefined;
  const inUtc = instant.toISOString();
  return /^\d{4}-/.test(inUtc) ? inUtc : undefined;
}

/** Day in a definition: YYYY-MM-DD, `today`, or relative, e.g. `today-18y`, `+14d`. */
export const dayBoundPattern =
  '^([0-9]{4}-[0-9]{2}-[0-9]{2}|today|(today)?[+-]([0-9]{1,4}[dw]|[0-9]{1,3}[my]))$';

/** Adds months to a day; clamps to the last day of a short month. */
function addMonths(day: Date, months: number): Date {
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  first.setUTCDate(Math.min(day.getUTCDate(), last.getUTCDate()));
  return first;
}

const addDays = (day: Date, days: number): Date =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days));

/** Returns the day that is a number of days after a day, both as YYYY-MM-DD. */
export const shiftDay = (day: string, days: number): string =>
  addDays(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);

/** Resolves an author's bound relative to a day; both as YYYY-MM-DD. */
export function resolveDay(bound: string, today: string): string {
  const relative = /^(?:today)?([+-]\d+)([dwmy])$/.exec(bound);
  if (!relative) return bound === 'today' ? today : bound;
  const count = Number(relative[1]);
  const from = new Date(`${today}T00:00:00Z`);
  const day = {
    d: () => addDays(from, count),
    w: () => addDays(from, 7 * count),
    m: () => addMonths(from, count),
    y: () => addMonths(from, 12 * count),
  }[relative[2] as 'd' | 'w' | 'm' | 'y']();
  return day.toISOString().slice(0, 10);
}

/** How a day is written everywhere: 24.12.2026, 24 Dec 2026. */
export const dayFormats = {
  de: { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<Language, Intl.DateTimeFormatOptions>;

/** How a time of day follows it: 24.12.2026, 18:00. */
export const minuteFormat = { hour: '2-digit', minute: '2-digit' } as const;

const inWords: Record<Language, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { ...dayFormats.de, timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { ...dayFormats.en, timeZone: 'UTC' }),
};

/** Formats a day (YYYY-MM-DD): 24.12.2026, 24 Dec 2026. */
export const formatDayInWords = (day: string, language: Language): string =>
  inWords[language].format(new Date(`${day}T00:00:00Z`));

import type { Language } from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';

const hoursADay = 24;
const minutesAnHour = 60;
const noon = 12;

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

/** Converts to hours of the day; `undefined` for an hour that a 12-hour clock lacks. */
function toHours(hours: number, half: string | undefined): number | undefined {
  if (!half) return hours;
  if (hours < 1 || hours > noon) return undefined;
  return (hours % noon) + (half === 'p' ? noon : 0);
}

/** Parses a typed time: 14:30, 14.30, 1430, 14 Uhr 30, 2:30 pm; `undefined` if it is none. */
export function parseTime(text: string): string | undefined {
  const match = /^(\d{1,2})\s*(?:[:.,·h]|uhr)?\s*(\d{2})?\s*(?:uhr|h)?\s*(?:([ap])\.?m\.?)?$/.exec(
    cleanTyped(text, 'code').toLowerCase(),
  );
  if (!match) return undefined;
  const hours = toHours(Number(match[1]), match[3]);
  const minutes = Number(match[2] ?? 0);
  if (hours === undefined || hours >= hoursADay || minutes >= minutesAnHour) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Formats a time for a sentence: 14:30 Uhr, 2:30 pm. */
export function formatTimeWords(time: string, language: Language): string {
  if (language === 'de') return `${time} Uhr`;
  const [hours = 0, minutes] = time.split(':').map(Number);
  const half = hours < noon ? 'am' : 'pm';
  return `${hours % noon || noon}:${String(minutes).padStart(2, '0')} ${half}`;
}

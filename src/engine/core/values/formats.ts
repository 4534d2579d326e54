import { mailPattern } from '#schemas/platform/common.ts';
import { maxMailLength } from '#schemas/platform/limits.ts';

/** Earlier years are mistyped. */
const firstYear = 1_000;

const countDaysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  // three groups, all digits
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < firstYear) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month);
}

/** Returns true for a day of the calendar as an ISO date. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && isDate(value);

const mail = new RegExp(mailPattern, 'u');

/** Checks the notation of an address and its lengths. It may not exist. */
const isEmail = (text: string): boolean => text.length <= maxMailLength && mail.test(text);

/** Formats that value schemas may name. Browser and server use the same functions. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  email: isEmail,
};

import { getGermanDay, getGermanInstant, shiftDay } from '#schemas/platform/dates.ts';

/** Returns the next instant at which it is `HH:MM` in Germany, also over a change of the clocks. */
export function findNextDaily(now: number, dailyAt: string): number {
  const today = getGermanDay(new Date(now));
  const next = getGermanInstant(today, dailyAt).getTime();
  return next > now ? next : getGermanInstant(shiftDay(today, 1), dailyAt).getTime();
}

/**
 * Returns when news are mailed: at the daily time, else after the delay. News that would be too
 * late then are mailed earlier.
 */
export function computeDueAt(
  now: number,
  delayMs: number,
  { dailyAt, goodUntil }: { dailyAt: string | null; goodUntil?: string | null },
): string {
  const end = goodUntil ? Date.parse(goodUntil) : Infinity;
  const times = [...(dailyAt === null ? [] : [findNextDaily(now, dailyAt)]), now + delayMs];
  return new Date(times.find((time) => time < end) ?? now).toISOString();
}

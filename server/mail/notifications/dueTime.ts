import { dayMs } from '#schemas/platform/time.ts';

const germanTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Reads German local time as if it were UTC: `2026-11-24 08:00:00`. */
const toGermanMs = (ms: number): number =>
  Date.parse(`${germanTime.format(ms).replace(' ', 'T')}Z`);

/** Converts German local time to an instant. A time that is skipped in spring is an hour later. */
function parseGermanMs(local: number): number {
  const guess = local - (toGermanMs(local) - local);
  return local - (toGermanMs(guess) - guess);
}

/** Returns the next instant at which it is `HH:MM` in Germany, also over a change of the clocks. */
export function findNextDaily(now: number, dailyAt: string): number {
  const today = germanTime.format(now).slice(0, 10);
  const local = Date.parse(`${today}T${dailyAt}:00Z`);
  const next = parseGermanMs(local);
  return next > now ? next : parseGermanMs(local + dayMs);
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

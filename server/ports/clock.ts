/** What time it is. Tests hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The day in Germany, as YYYY-MM-DD: what "today" means in a form (decisions.md, Tasks, time, lists). */
export function todayOf(clock: Clock): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(clock.now());
}

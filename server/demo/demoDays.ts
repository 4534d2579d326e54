import { getGermanDay, getGermanInstant, shiftDay } from '#schemas/platform/dates.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Days of the demo, counted in whole German days from today. Milliseconds would reach another day
 * near midnight and over a change of the clocks.
 */
export function createDemoDays(deps: Deps) {
  const today = getGermanDay(deps.clock.now());
  const getDay = (fromToday: number): string => shiftDay(today, fromToday);
  const getInstant = (fromToday: number, time: string): Date =>
    getGermanInstant(getDay(fromToday), time);
  /** Returns dependencies whose clock has stopped at a time of a day. */
  const at = (fromToday: number, time: string): Deps => {
    const instant = getInstant(fromToday, time);
    return { ...deps, clock: { ...deps.clock, now: () => instant } };
  };
  return { getDay, getInstant, at };
}

export type DemoDays = ReturnType<typeof createDemoDays>;

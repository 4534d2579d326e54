import { dayMs } from '#schemas/platform/time.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';

/** Returns the instant at which a day (YYYY-MM-DD) begins in Germany. */
export function getStartOfDay(day: string): Date {
  const inSummer = new Date(`${day}T00:00:00+02:00`);
  return getGermanDay(inSummer) === day ? inSummer : new Date(`${day}T00:00:00+01:00`);
}

/**
 * Returns the Mondays (YYYY-MM-DD) of `count` weeks in Germany, oldest first, present week last.
 */
export function countMondaysUpTo(now: Date, weeks: number): string[] {
  const today = new Date(`${getGermanDay(now)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: weeks }, (_, index) =>
    new Date(monday - (weeks - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  );
}

/** Visitors who reached a step. A conditional step is not shown to everyone. */
export type ReachedStep = { isConditional: boolean; reached: number };

/**
 * Counts visitors who left at each step; null where it is unknown, because the step is conditional.
 * Compares with the next unconditional step, because a hidden page is no drop-off.
 */
export function countDropOffs(steps: readonly ReachedStep[]): (number | null)[] {
  return steps.map(({ isConditional, reached }, index) => {
    const next = steps.slice(index + 1).find((step) => !step.isConditional);
    return isConditional || !next ? null : Math.max(0, reached - next.reached);
  });
}

/** Returns the step with the largest drop-off above zero; the first of several. */
export function findLargestDropOff(steps: readonly ReachedStep[]): number | undefined {
  const lost = countDropOffs(steps).map((count) => count ?? 0);
  const most = Math.max(0, ...lost);
  return most > 0 ? lost.indexOf(most) : undefined;
}

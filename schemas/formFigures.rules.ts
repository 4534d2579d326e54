import { germanDay } from './dates.rules.ts';

const dayMs = 86_400_000;

/** The instant at which a day (YYYY-MM-DD) begins in Germany. */
export function dayBegins(day: string): Date {
  const inSummer = new Date(`${day}T00:00:00+02:00`);
  return germanDay(inSummer) === day ? inSummer : new Date(`${day}T00:00:00+01:00`);
}

/** The Mondays (YYYY-MM-DD) of so many weeks in Germany, the oldest first and that of the running week last. */
export function mondaysUpTo(now: Date, weeks: number): string[] {
  const today = new Date(`${germanDay(now)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: weeks }, (_, index) =>
    new Date(monday - (weeks - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  );
}

/** How many have come to a step of a form. A conditional one is not shown to everybody. */
export type ReachedStep = { isConditional: boolean; reached: number };

/**
 * How many have come to each step and to none behind it; null where that cannot be told, because only some are shown the step.
 * They are compared with the next step that everybody is shown: whoever is not shown a page has not given up on it.
 */
export function lostAt(steps: readonly ReachedStep[]): (number | null)[] {
  return steps.map(({ isConditional, reached }, index) => {
    const next = steps.slice(index + 1).find((step) => !step.isConditional);
    return isConditional || !next ? null : Math.max(0, reached - next.reached);
  });
}

/** The step at which most have given up, and more than nobody; the first of several. */
export function mostLostAt(steps: readonly ReachedStep[]): number | undefined {
  const lost = lostAt(steps).map((count) => count ?? 0);
  const most = Math.max(0, ...lost);
  return most > 0 ? lost.indexOf(most) : undefined;
}

import type { Failure, Outcome } from './reports.mjs';

export const maxUnstable: number;

/** Returns options of vitest that run only these tests, one after the other. */
export function selectTests(failures: readonly Failure[]): string[];

/** Returns options of Playwright that run only the failed journeys, one after the other. */
export function selectJourneys(failures: readonly Failure[]): string[];

/** Returns how many tests passed the second time, which failed again and which were unstable. */
export function judge(
  failures: readonly Failure[],
  again: Outcome,
): { passed: number; failed: Failure[]; unstable: Failure[] };

/** Returns true when some tests have failed, but not too many for a second run. */
export function mayRunAgain(failures: readonly Failure[]): boolean;

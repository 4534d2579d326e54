import type { Failure, Outcome } from './reports.mjs';

export const maxUnstable: number;

/**
 * Returns options of vitest that run only these tests, one file after the other. A suite that failed
 * as a whole runs all its files so.
 */
export function selectTests(failures: readonly Failure[]): string[];

/** Returns options of Playwright that run the failed journeys, or all, one after the other. */
export function selectJourneys(failures: readonly Failure[]): string[];

/**
 * Compares two runs. Returns how many more tests have passed, which failed and which are unstable:
 * they failed first and passed the second time. A test that did not run again has failed, and one
 * of a file that ran as a whole can fail after it passed, so that the sum is negative.
 */
export function compareRuns(
  first: Outcome,
  again: Outcome,
): { passed: number; failed: Failure[]; unstable: Failure[] };

/** Returns true when some tests have failed, but not too many for a second run. */
export function canRunAgain(failures: readonly Failure[]): boolean;

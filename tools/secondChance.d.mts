import type { Failure, Outcome } from './testReports.mjs';

export const maxUnstable: number;

/** Returns options of vitest that run only these tests, one after the other. */
export function selectTests(failures: readonly Failure[]): string[];

/** Returns which failed tests failed again, and which passed the second time. */
export function judge(
  failures: readonly Failure[],
  again: Outcome | undefined,
): { failed: Failure[]; unstable: Failure[] };

/** Returns true when some tests have failed, but not too many for a second run. */
export function mayRunAgain(failures: readonly Failure[]): boolean;

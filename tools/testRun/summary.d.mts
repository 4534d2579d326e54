import type { Failure, FileTime } from './reports.mjs';

/** Lines of the errors of one failed test. */
export const maxErrorLines: number;

/** Returns one line: the name of a failed test, its place and the first line of its error. */
export function formatFailure(failure: Failure): string;

/** Returns lines with the name, place, error and context of each failed test. */
export function describeFailures(failures: readonly Failure[]): string[];

/** Returns the lines of an output that have words, without stack frames in packages and in Node. */
export function listExplaining(output: string): string[];

/** Returns a line for each of the slowest files. */
export function describeSlowest(files: readonly FileTime[]): string[];

/** Returns how many tests were skipped, with a line for each reason. */
export function describeSkipped(reasons: readonly string[]): string[];

/** `file` and `test` are set for tests of vitest; a file that cannot be loaded has no `test`. */
export type Failure = { name: string; error: string; file?: string; test?: string };
/** `skipped` has the reason of each skipped test. */
export type Outcome = { good: number; bad: Failure[]; skipped: string[] };

/** Returns the name of a failed test with the first line of its error. */
export function formatFailure(failure: Failure): string;

type Test = { status: string; fullName: string; failureMessages: string[] };
/** The part of vitest's JSON report that is read. */
export type TestsReport = {
  numPassedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Test[] }[];
};
export function readTests(report: TestsReport): Outcome;

type Journey = {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
  results: { error?: { message?: string } }[];
};
export type Journeys = {
  specs: { file: string; line: number; title: string; tests: Journey[] }[];
  suites?: Journeys[];
};
/** The part of Playwright's JSON report that is read. */
export type JourneysReport = { stats: { expected: number; flaky: number }; suites: Journeys[] };
export function readJourneys(report: JourneysReport): Outcome;

/** Returns how many tests were skipped, with a line for each reason. */
export function describeSkipped(reasons: readonly string[]): string;

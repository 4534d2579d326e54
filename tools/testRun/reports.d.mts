/**
 * A failed test. One without `test` is a file that could not be loaded, and one without `file` the
 * whole suite. `context` has lines that explain it.
 */
export type Failure = {
  name: string;
  error: string;
  file?: string;
  line?: number | undefined;
  test?: string;
  context?: string[];
};
/** Time that the tests of a file took. */
export type FileTime = { file: string; seconds: number };
/** `skipped` has the reason of each skipped test. */
export type Outcome = { good: number; bad: Failure[]; skipped: string[]; files: FileTime[] };

type Test = { status: string; fullName: string; failureMessages: string[] };
type TestFile = {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: Test[];
};
/** The part of vitest's JSON report that is read. */
export type TestsReport = { numPassedTests: number; testResults: TestFile[] };
export function readTests(report: TestsReport): Outcome;

/** `body` is in base64. */
type Attachment = { contentType: string; body?: string };
export type JourneyResult = {
  duration?: number;
  error?: { message?: string };
  attachments?: Attachment[];
};
type Journey = {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
  results: JourneyResult[];
};
export type Spec = { file: string; line: number; title: string; tests: Journey[] };
export type Journeys = { specs: Spec[]; suites?: Journeys[] };
/** The part of Playwright's JSON report that is read. */
export type JourneysReport = {
  stats: { expected: number; flaky: number };
  suites: Journeys[];
  errors: { message?: string }[];
};
export function readJourneys(report: JourneysReport): Outcome;

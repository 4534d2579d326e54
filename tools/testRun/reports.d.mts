/**
 * A failed test. One without `test` is a file that failed outside of its tests, and one without
 * `file` the whole suite. `context` has lines that explain it. One that is final does not run again.
 */
export type Failure = {
  name: string;
  error: string;
  file?: string;
  line?: number | undefined;
  test?: string;
  context?: string[];
  isFinal?: boolean;
};
/** Time that the tests of a file took. */
export type FileTime = { file: string; seconds: number };
/** `passed` has the name of each passed test, `skipped` the reason of each skipped one. */
export type Outcome = {
  passed: string[];
  failed: Failure[];
  skipped: string[];
  files: FileTime[];
};

/** `text` is the stack or the message, `file` the absolute path of the test file if known. */
export type ReportedError = { text: string; file?: string | undefined };
/** `line` is the first line of the test. */
export type Test = {
  name: string;
  /** The name with a number, if an earlier test of the file has the same name. */
  label?: string;
  line?: number | undefined;
  state: string;
  errors: ReportedError[];
};
/** `errors` are those of loading the file and of the hooks around its tests. */
export type TestFile = {
  file: string;
  hasEnded: boolean;
  seconds: number;
  errors: ReportedError[];
  tests: Test[];
};
/** Report of our reporter of vitest. `errors` are those outside of all tests. */
export type TestsReport = { files: TestFile[]; errors: ReportedError[] };
export function readTests(report: TestsReport): Outcome;

/** `body` is in base64. */
type Attachment = { contentType: string; body?: string };
export type JourneyResult = {
  duration?: number;
  errors?: { message?: string }[];
  attachments?: Attachment[];
};
export type Journey = {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
  results: JourneyResult[];
};
export type Spec = { file: string; line: number; title: string; tests: Journey[] };
export type Journeys = { specs: Spec[]; suites?: Journeys[] };
/** The part of Playwright's JSON report that is read. */
export type JourneysReport = {
  suites: Journeys[];
  errors: { message?: string }[];
};
export function readJourneys(report: JourneysReport): Outcome;

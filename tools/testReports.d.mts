export type Outcome = { good: number; bad: string[] };

type Test = { status: string; fullName: string; failureMessages: string[] };
/** The part of vitest's JSON report that is read. */
export type TestsReport = {
  numPassedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Test[] }[];
};
export function readTests(report: TestsReport): Outcome;

type Journey = { projectName: string; status: string; results: { error?: { message?: string } }[] };
export type Journeys = {
  specs: { file: string; line: number; title: string; tests: Journey[] }[];
  suites?: Journeys[];
};
/** The part of Playwright's JSON report that is read. */
export type JourneysReport = { stats: { expected: number; flaky: number }; suites: Journeys[] };
export function readJourneys(report: JourneysReport): Outcome;

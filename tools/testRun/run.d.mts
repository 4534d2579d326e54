import type { Failure, Outcome } from './reports.mjs';

/**
 * A suite of tests. `command` writes its report to the file that TEST_REPORT names;
 * `selectFailed` returns options that run only these tests.
 */
export type Suite = {
  name: string;
  env?: Record<string, string>;
  read(report: unknown): Outcome;
  command: string[];
  selectFailed: (failures: Failure[]) => string[];
  /** After this time without output the suite is ended; 10 minutes by default. */
  silenceMs?: number;
};

/**
 * Runs a suite and reads its report, which is written to the folder. With `only`, runs these tests
 * with doubled timeouts. A suite that could not run has failed as a whole.
 */
export function runOnce(folder: string, suite: Suite, only?: Failure[]): Promise<Outcome>;

/** One run of all checks and suites. Reports are written to a folder. */
export class TestRun {
  /** A relative folder is one of the repository. It is emptied first. */
  constructor(folder: string);
  passed: number;
  failures: Failure[];
  unstable: Failure[];
  /**
   * Runs commands side by side; each counts as one test, and fails after 15 minutes by default.
   * Returns the names of those that failed.
   */
  runCommands(name: string, commands: Record<string, string>, limitMs?: number): Promise<string[]>;
  /** Runs a suite. Its failed tests run again, alone, when all suites have ended. */
  runSuite(suite: Suite): Promise<void>;
  /** Makes the second runs and prints the outcome. Returns true when every test passed. */
  finish(): Promise<boolean>;
}

import { describe, expect, it } from 'vitest';
import { readJourneys, readTests } from './testReports.mjs';

describe('the summary of a run', () => {
  it('The summary names each failed test with the first line of its error', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'dates are read', failureMessages: [] },
      {
        status: 'failed',
        fullName: 'dates are written',
        failureMessages: ['AssertionError: expected 1 to be 2\n    at dates.test.ts:7'],
      },
    ];
    expect(
      readTests({
        numPassedTests: 1,
        testResults: [{ name: 'dates.test.ts', status: 'failed', message: '', assertionResults }],
      }),
    ).toEqual({
      good: 1,
      bad: ['dates.test.ts › dates are written: AssertionError: expected 1 to be 2'],
    });
  });

  it('The summary names a test file that could not be loaded', () => {
    expect(
      readTests({
        numPassedTests: 0,
        testResults: [
          {
            name: 'dates.test.ts',
            status: 'failed',
            message: 'Cannot find module',
            assertionResults: [],
          },
        ],
      }).bad,
    ).toEqual(['dates.test.ts: Cannot find module']);
  });

  it('The summary names each failed browser test with its device, and no passed one', () => {
    const journey = (projectName: string, status: string, message?: string) => ({
      projectName,
      status,
      results: [message === undefined ? {} : { error: { message } }],
    });
    const spec = {
      file: 'login.spec.ts',
      line: 3,
      title: 'a client logs in',
      tests: [journey('desktop', 'expected'), journey('phone', 'unexpected', 'Timeout\nof 60 s')],
    };
    expect(
      readJourneys({
        stats: { expected: 1, flaky: 0 },
        suites: [{ specs: [], suites: [{ specs: [spec] }] }],
      }),
    ).toEqual({ good: 1, bad: ['phone › login.spec.ts:3 › a client logs in: Timeout'] });
  });
});

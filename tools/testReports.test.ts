import { describe, expect, it, vi } from 'vitest';
import { describeSkipped, formatFailure, readJourneys, readTests } from './testReports.mjs';

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
      bad: [
        {
          name: 'dates.test.ts › dates are written',
          error: 'AssertionError: expected 1 to be 2\n    at dates.test.ts:7',
          file: 'dates.test.ts',
          test: 'dates are written',
        },
      ],
      skipped: [],
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
    ).toEqual([{ name: 'dates.test.ts', error: 'Cannot find module', file: 'dates.test.ts' }]);
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
    const { good, bad, skipped } = readJourneys({
      stats: { expected: 1, flaky: 0 },
      suites: [{ specs: [], suites: [{ specs: [spec] }] }],
    });
    expect([good, skipped]).toEqual([1, []]);
    expect(bad.map(formatFailure)).toEqual(['phone › login.spec.ts:3 › a client logs in: Timeout']);
  });

  it('The summary counts skipped tests by what the machine lacks', () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const skip = (fullName: string) => ({ status: 'skipped', fullName, failureMessages: [] });
    const assertionResults = [
      skip('the mail outbox (PostgreSQL) sends'),
      skip('the mail outbox (PostgreSQL) retries'),
      skip('real clamd finds the EICAR file'),
      skip('rating Typed text becomes a valid answer'),
    ];
    const { skipped } = readTests({
      numPassedTests: 0,
      testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }],
    });
    expect(describeSkipped(skipped)).toBe(
      [
        '4 skipped',
        '  2: TEST_DATABASE_URL is not set',
        '  1: clamd is not installed',
        '  1: not for this variant',
      ].join('\n'),
    );
    vi.unstubAllEnvs();
  });

  it('The summary names the reason of a skipped browser test', () => {
    const test = {
      projectName: 'phone',
      status: 'skipped',
      annotations: [{ type: 'skip', description: 'Runs in the desktop projects.' }],
      results: [],
    };
    const specs = [{ file: 'a.spec.ts', line: 1, title: 'a', tests: [test] }];
    expect(readJourneys({ stats: { expected: 0, flaky: 0 }, suites: [{ specs }] }).skipped).toEqual(
      ['Runs in the desktop projects.'],
    );
  });
});

import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../preconditions.mjs';
import { readJourneys, readTests, type Spec } from './reports.mjs';

type Test = { status: string; fullName: string; failureMessages: string[] };

const readFile = (assertionResults: Test[], message = '') =>
  readTests({
    numPassedTests: assertionResults.filter(({ status }) => status === 'passed').length,
    testResults: [
      {
        name: join(root, 'schemas/dates.test.ts'),
        status: message ? 'failed' : 'passed',
        message,
        startTime: 1_000,
        endTime: 3_500,
        assertionResults,
      },
    ],
  });

describe('a report of vitest', () => {
  it('Each failed test is reported with its file, the line that failed and its error', () => {
    const failed = 'AssertionError: expected 1 to be 2\n    at schemas/dates.test.ts:7:3';
    const outcome = readFile([
      { status: 'passed', fullName: 'dates are read', failureMessages: [] },
      { status: 'failed', fullName: 'dates are written', failureMessages: [failed] },
    ]);
    expect(outcome).toEqual({
      good: 1,
      bad: [
        {
          name: 'schemas/dates.test.ts › dates are written',
          error: failed,
          file: 'schemas/dates.test.ts',
          line: 7,
          test: 'dates are written',
        },
      ],
      skipped: [],
      files: [{ file: 'schemas/dates.test.ts', seconds: 2.5 }],
    });
  });

  it('A file that could not be loaded is reported with its error', () => {
    expect(readFile([], 'Cannot find module').bad).toEqual([
      {
        name: 'schemas/dates.test.ts',
        error: 'Cannot find module',
        file: 'schemas/dates.test.ts',
      },
    ]);
  });

  it('Skipped tests are reported with what the machine lacks', () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const skip = (fullName: string) => ({ status: 'skipped', fullName, failureMessages: [] });
    const { skipped } = readFile([
      skip('the mail outbox (PostgreSQL) sends'),
      skip('rating Typed text becomes a valid answer'),
    ]);
    expect(skipped).toEqual(['TEST_DATABASE_URL is not set', 'not for this variant']);
    vi.unstubAllEnvs();
  });
});

describe('a report of Playwright', () => {
  const read = (specs: Spec[], errors: { message: string }[] = []) =>
    readJourneys({
      stats: { expected: specs.length, flaky: 0 },
      suites: [{ specs: [], suites: [{ specs }] }],
      errors,
    });

  it('Each failed journey is reported with its device, its error and what it attached', () => {
    const attachments = [
      { contentType: 'text/plain', body: Buffer.from('page: /login').toString('base64') },
      { contentType: 'image/png', body: 'AAAA' },
    ];
    const error = { message: '\u001B[31mTimeout\u001B[39m\nof 60 s' };
    const { bad, files } = read([
      {
        file: 'access/login.spec.ts',
        line: 3,
        title: 'a client logs in',
        tests: [
          { projectName: 'desktop', status: 'expected', results: [{ duration: 500 }] },
          {
            projectName: 'phone',
            status: 'unexpected',
            results: [{ duration: 60_000, error, attachments }],
          },
        ],
      },
    ]);
    expect(bad).toEqual([
      {
        name: 'phone › a client logs in',
        error: 'Timeout\nof 60 s',
        file: 'e2e/access/login.spec.ts',
        line: 3,
        test: 'a client logs in',
        context: ['page: /login'],
      },
    ]);
    expect(files).toEqual([{ file: 'e2e/access/login.spec.ts', seconds: 60.5 }]);
  });

  it('A server that does not start fails the suite', () => {
    const { good, bad } = read([], [{ message: 'Process from config.webServer exited early' }]);
    expect(good).toBe(0);
    expect(bad).toEqual([
      { name: 'outside of the journeys', error: 'Process from config.webServer exited early' },
    ]);
  });

  it('A skipped journey is reported with its reason', () => {
    const annotations = [{ type: 'skip', description: 'Runs in the desktop projects.' }];
    const tests = [{ projectName: 'phone', status: 'skipped', annotations, results: [] }];
    expect(read([{ file: 'a.spec.ts', line: 1, title: 'a', tests }]).skipped).toEqual([
      'Runs in the desktop projects.',
    ]);
  });
});

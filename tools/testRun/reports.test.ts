import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../preconditions.mjs';
import {
  readJourneys,
  readTests,
  type ReportedError,
  type Spec,
  type Test,
  type TestFile,
} from './reports.mjs';

const file = 'schemas/dates.test.ts';
const path = join(root, file);
const inTests = (name: string, state: string, ...texts: string[]): Test => ({
  name,
  state,
  errors: texts.map((text) => ({ text })),
});
const readFile = (tests: Test[], own: Partial<TestFile> = {}, errors: ReportedError[] = []) =>
  readTests({
    files: [{ file: path, hasEnded: true, seconds: 2.5, errors: [], tests, ...own }],
    errors,
  });

describe('a report of vitest', () => {
  it('Each failed test is reported with its file, the line that failed and its error', () => {
    const error = `AssertionError: expected 1 to be 2\n    at ${file}:7:3`;
    const outcome = readFile([
      inTests('dates are read', 'passed'),
      inTests('dates are written', 'failed', error),
    ]);
    expect(outcome).toEqual({
      passed: [`${file} › dates are read`],
      failed: [
        { name: `${file} › dates are written`, error, file, line: 7, test: 'dates are written' },
      ],
      skipped: [],
      files: [{ file, seconds: 2.5 }],
    });
  });

  it('A failed story is reported with the line where it begins, without a link to Storybook', () => {
    const story = join(root, 'stories/ui/ui.stories.tsx');
    const link = '\n\u001B[34mClick to debug the error directly in Storybook: http://x/\u001B[39m';
    const error = `expected 1 to be 2\nat ${story}?b=1:9`;
    const test = inTests('Dialog On Phone', 'failed', `${link}\n\n${error}`);
    const [failed] = readFile([test], { file: story }).failed;
    expect(failed?.error).toBe(error);
    const line = readFileSync(story, 'utf8').split('\n')[(failed?.line ?? 0) - 1];
    expect(line).toBe('export const DialogOnPhone: Story = {');
  });

  it('An error of a file or of its hooks is reported beside the failed tests of the file', () => {
    const failed = inTests('dates are read', 'failed', 'Error: no');
    const error = `Cannot find module\n    at ${file}:3:1`;
    expect(readFile([failed], { errors: [{ text: error }] }).failed).toEqual([
      { name: file, error, file, line: 3 },
      expect.objectContaining({ test: 'dates are read', error: 'Error: no' }),
    ]);
  });

  it('An error outside of the tests is reported with the file that ran meanwhile', () => {
    const passed = [inTests('dates are read', 'passed')];
    expect(readFile(passed, {}, [{ text: 'Unhandled', file: path }]).failed).toEqual([
      { name: file, error: 'Unhandled', file, isFinal: true },
    ]);
    expect(readFile(passed, {}, [{ text: 'No disk' }]).failed).toEqual([
      { name: 'outside of tests', error: 'No disk' },
    ]);
  });

  it('A file whose worker ended has failed, with the error of the worker', () => {
    const tests = [inTests('dates are read', 'pending')];
    const { failed, skipped } = readFile(tests, { hasEnded: false }, [{ text: 'Worker exited' }]);
    expect(failed).toEqual([{ name: file, error: 'The file did not end\nWorker exited', file }]);
    expect(skipped).toEqual([]);
  });

  it('Tests of one name in a file are counted one by one', () => {
    const outcome = readFile([
      inTests('dates are read', 'passed'),
      inTests('dates are read', 'failed', 'Error: no'),
      inTests('dates are read', 'passed'),
    ]);
    expect(outcome.passed).toEqual([`${file} › dates are read`, `${file} › dates are read (3)`]);
    expect(outcome.failed).toMatchObject([
      { name: `${file} › dates are read (2)`, test: 'dates are read' },
    ]);
  });

  it('Skipped tests are reported with what the machine lacks', () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const { skipped } = readFile([
      inTests('the mail outbox (PostgreSQL) sends', 'skipped'),
      inTests('rating Typed text becomes a valid answer', 'skipped'),
    ]);
    expect(skipped).toEqual(['TEST_DATABASE_URL is not set', 'not for this variant']);
    vi.unstubAllEnvs();
  });
});

describe('a report of Playwright', () => {
  const read = (specs: Spec[], errors: { message: string }[] = []) =>
    readJourneys({
      suites: [{ specs: [], suites: [{ specs }] }],
      errors,
    });

  it('Each failed journey is reported with its device, its errors and what it attached', () => {
    const attachments = [
      { contentType: 'text/plain', body: Buffer.from('page: /login').toString('base64') },
      { contentType: 'image/png', body: 'AAAA' },
    ];
    const errors = [{ message: '\u001B[31mTimeout\u001B[39m\nof 60 s' }, { message: 'uncaught' }];
    const { passed, failed, files } = read([
      {
        file: 'access/login.spec.ts',
        line: 3,
        title: 'a client logs in',
        tests: [
          { projectName: 'desktop', status: 'expected', results: [{ duration: 500 }] },
          {
            projectName: 'phone',
            status: 'unexpected',
            results: [{ duration: 60_000, errors, attachments }],
          },
        ],
      },
    ]);
    expect(passed).toEqual(['desktop › access/login.spec.ts › a client logs in']);
    expect(failed).toEqual([
      {
        name: 'phone › access/login.spec.ts › a client logs in',
        error: 'Timeout\nof 60 s\nuncaught',
        file: 'e2e/access/login.spec.ts',
        line: 3,
        test: 'a client logs in',
        context: ['page: /login'],
      },
    ]);
    expect(files).toEqual([{ file: 'e2e/access/login.spec.ts', seconds: 60.5 }]);
  });

  it('A journey that passes only when its own runner repeats it has failed', () => {
    const tests = [{ projectName: 'desktop', status: 'flaky', results: [{ errors: [] }] }];
    const { passed, failed } = read([{ file: 'a.spec.ts', line: 1, title: 'a', tests }]);
    expect(passed).toEqual([]);
    expect(failed).toMatchObject([{ name: 'desktop › a.spec.ts › a' }]);
  });

  it('A server that does not start fails the suite', () => {
    const { passed, failed } = read(
      [],
      [{ message: 'Process from config.webServer exited early' }],
    );
    expect(passed).toEqual([]);
    expect(failed).toEqual([
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

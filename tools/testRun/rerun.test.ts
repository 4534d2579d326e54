import { expect, it } from 'vitest';
import type { Failure, Outcome } from './reports.mjs';
import { canRunAgain, compareRuns, selectJourneys, selectTests } from './rerun.mjs';

const file = 'a.test.ts';
const fail = (test: string) => ({ name: `${file} › ${test}`, error: 'E', file, test });
const failedFile = { name: file, error: 'cannot load', file };
const failedSuite = { name: 'journeys', error: 'no server' };

it('The second run takes only the failed tests, whatever signs their names have', () => {
  expect(selectTests([fail('sums (1 + 2)'), fail('is [one]')])).toEqual([
    file,
    '--no-file-parallelism',
    '-t',
    '^(sums \\(1 \\+ 2\\)|is \\[one\\])$',
  ]);
});

it('The second run takes a whole file that failed outside of its tests', () => {
  const other = { name: 'b.test.ts', error: 'E', file: 'b.test.ts' };
  expect(selectTests([fail('sums'), other])).toEqual([file, 'b.test.ts', '--no-file-parallelism']);
});

it('The second run takes all tests, one by one, when the suite failed as a whole', () => {
  for (const failures of [[failedSuite], [failedSuite, fail('sums')]]) {
    expect(selectTests(failures)).toEqual(['--no-file-parallelism']);
    expect(selectJourneys(failures)).toEqual(['--workers=1']);
  }
  expect(selectJourneys([fail('sums')])).toEqual(['--last-failed', '--workers=1']);
});

const run = (passed: string[], ...failed: Failure[]): Outcome => ({
  passed: passed.map((test) => `${file} › ${test}`),
  failed,
  skipped: [],
  files: [],
});

it('A test that passes the second time is unstable, and one that fails again has failed', () => {
  const [sums, waits] = [fail('sums'), fail('waits')];
  expect(compareRuns(run(['adds'], sums, waits), run(['waits'], sums))).toEqual({
    passed: 1,
    failed: [sums],
    unstable: [waits],
  });
});

it('A test that does not run the second time has failed', () => {
  const [sums, waits] = [fail('sums'), fail('waits')];
  for (const again of [run([]), run(['adds', 'counts']), run([], failedSuite)])
    expect(compareRuns(run(['adds', 'counts'], sums, waits), again)).toEqual({
      passed: 0,
      failed: [sums, waits, ...again.failed],
      unstable: [],
    });
});

it('A file that loads the second time is unstable, and its tests have passed', () => {
  expect(compareRuns(run([], failedFile), run(['sums', 'adds']))).toEqual({
    passed: 2,
    failed: [],
    unstable: [failedFile],
  });
});

it('A file that loads the second time has failed if one of its tests fails then', () => {
  const sums = fail('sums');
  expect(compareRuns(run([], failedFile), run(['adds'], sums))).toEqual({
    passed: 1,
    failed: [failedFile, sums],
    unstable: [],
  });
});

it('A test that passed both times counts once', () => {
  expect(compareRuns(run(['sums'], failedFile), run(['sums', 'adds'])).passed).toBe(1);
});

it('A suite that runs the second time is unstable, and one without tests has failed', () => {
  expect(compareRuns(run([], failedSuite), run(['sums']))).toEqual({
    passed: 1,
    failed: [],
    unstable: [failedSuite],
  });
  expect(compareRuns(run(['sums'], failedSuite), run([], failedSuite))).toEqual({
    passed: 0,
    failed: [failedSuite],
    unstable: [],
  });
});

it('More failed tests than chance explains get no second run', () => {
  const count = (length: number) => Array.from({ length }, (_, index) => fail(`${index}`));
  expect([0, 1, 20, 21].map((length) => canRunAgain(count(length)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('A test that passed and fails with its whole file is counted as failed only', () => {
  const sums = fail('sums');
  expect(compareRuns(run(['sums'], failedFile), run(['adds'], sums))).toEqual({
    passed: 0,
    failed: [failedFile, sums],
    unstable: [],
  });
});

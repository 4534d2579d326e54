import { expect, it } from 'vitest';
import type { Failure, Outcome } from './reports.mjs';
import { judge, mayRunAgain, selectJourneys, selectTests } from './secondChance.mjs';

const fail = (test: string) => ({
  name: `a.test.ts › ${test}`,
  error: 'E',
  file: 'a.test.ts',
  test,
});

it('The second run takes only the failed tests, whatever signs their names have', () => {
  expect(selectTests([fail('sums (1 + 2)'), fail('is [one]')])).toEqual([
    'a.test.ts',
    '--maxWorkers=1',
    '-t',
    '^(sums \\(1 \\+ 2\\)|is \\[one\\])$',
  ]);
});

it('The second run takes a whole file that could not be loaded', () => {
  expect(selectTests([fail('sums'), { name: 'b.test.ts', error: 'E', file: 'b.test.ts' }])).toEqual(
    ['a.test.ts', 'b.test.ts', '--maxWorkers=1'],
  );
});

it('The second run takes a suite that could not run as a whole', () => {
  const suite = { name: 'journeys', error: 'no server' };
  expect(selectTests([suite])).toEqual([]);
  expect(selectJourneys([suite])).toEqual([]);
  expect(selectJourneys([suite, fail('sums')])).toEqual(['--last-failed', '--workers=1']);
});

const again = (good: number, ...bad: Failure[]): Outcome => ({ good, bad, skipped: [], files: [] });

it('A test that passes the second time is unstable, and one that fails again has failed', () => {
  const [sums, waits] = [fail('sums'), fail('waits')];
  expect(judge([sums, waits], again(1, sums))).toEqual({
    passed: 1,
    failed: [sums],
    unstable: [waits],
  });
});

it('A file that loads the second time has failed if one of its tests fails then', () => {
  const file = { name: 'a.test.ts', error: 'cannot load', file: 'a.test.ts' };
  const sums = fail('sums');
  expect(judge([file], again(2, sums))).toEqual({ passed: 1, failed: [sums], unstable: [file] });
});

it('A suite that runs the second time has passed with all its tests', () => {
  const suite = { name: 'journeys', error: 'no server' };
  expect(judge([suite], again(9))).toEqual({ passed: 9, failed: [], unstable: [suite] });
});

it('A second run that reports too few tests leaves the first outcome', () => {
  const failures = [fail('sums'), fail('waits')];
  for (const outcome of [again(0), again(1), again(0, fail('sums'))])
    expect(judge(failures, outcome)).toEqual({ passed: 0, failed: failures, unstable: [] });
});

it('More failed tests than chance explains get no second run', () => {
  const count = (length: number) => Array.from({ length }, (_, index) => fail(`${index}`));
  expect([0, 1, 20, 21].map((length) => mayRunAgain(count(length)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

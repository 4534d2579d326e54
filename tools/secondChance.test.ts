import { expect, it } from 'vitest';
import { judge, mayRunAgain, selectTests } from './secondChance.mjs';

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

it('A test that passes the second time is unstable, and one that fails again has failed', () => {
  const [sums, waits] = [fail('sums'), fail('waits')];
  expect(judge([sums, waits], { good: 1, bad: [sums], skipped: [] })).toEqual({
    failed: [sums],
    unstable: [waits],
  });
});

it('A second run that reports too few tests, or nothing, leaves the first outcome', () => {
  const failures = [fail('sums'), fail('waits')];
  for (const again of [undefined, { good: 1, bad: [], skipped: [] }])
    expect(judge(failures, again)).toEqual({ failed: failures, unstable: [] });
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

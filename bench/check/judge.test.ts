import { expect, it } from 'vitest';
import { findFault, type Ended } from './judge.ts';

const bench = { name: 'bench:login', figures: ['loginsPerSecond'] };

const print = (figures: Record<string, number | null>, missed: string[] = [], targets = {}) =>
  JSON.stringify({ name: 'bench:login', figures, targets, missed });

const judge = (ended: Partial<Ended>) =>
  findFault(bench, { code: 0, stdout: print({ loginsPerSecond: 26 }), stderr: '', ...ended });

it('A run with its figures has measured, whatever it prints before', () => {
  expect(judge({ stdout: `┌─┐\n${print({ loginsPerSecond: 26 })}\n` })).toBeUndefined();
});

it('A run that misses a target has measured', () => {
  const stdout = print({ loginsPerSecond: 0.5 }, ['loginsPerSecond']);
  expect(judge({ code: 1, stdout })).toBeUndefined();
});

it('A run that crashes has not measured, and its last error is named', () => {
  const stderr = [
    'Error: an earlier one',
    'file:///bench/calls.ts:47',
    'Error: POST /api/authenticate/login was answered with 429: too many',
    '    at make (bench/calls.ts:47:11)',
    'Node.js v20.20.2',
  ].join('\n');
  expect(judge({ code: 1, stdout: '', stderr })).toBe(
    'Error: POST /api/authenticate/login was answered with 429: too many',
  );
});

it.each([
  ['nothing', ''],
  ['a table only', '┌─┐\n└─┘\n'],
  ['a line after its JSON', `${print({ loginsPerSecond: 26 })}\nThe server has ended\n`],
  ['half of its JSON', print({ loginsPerSecond: 26 }).slice(0, -5)],
  ['the report of another benchmark', '{"name":"bench:size","figures":{"scriptKb":1},"missed":[]}'],
])('A run that prints %s has not measured', (_, stdout) => {
  expect(judge({ stdout })).toBe('It ended with code 0 and without its line of JSON');
});

it('A figure that is not finite was not measured', () => {
  const stdout = print({ loginsPerSecond: 26, loginP50Ms: NaN });
  expect(judge({ stdout })).toBe('It did not measure loginP50Ms');
});

it('A needed figure that is missing was not measured', () => {
  expect(judge({ stdout: print({ loginP50Ms: 3 }) })).toBe('It did not measure loginsPerSecond');
});

it('A target without a figure was not measured', () => {
  const targets = { healthP99Ms: { atMost: 200 } };
  const stdout = print({ loginsPerSecond: 26 }, ['healthP99Ms'], targets);
  expect(judge({ code: 1, stdout })).toBe('It did not measure healthP99Ms');
});

it('A run that crashes after its report has failed', () => {
  expect(judge({ code: 1, stderr: 'Error: The folder is in use\n' })).toBe(
    'Error: The folder is in use',
  );
});

it('A run that was killed has not measured', () => {
  expect(judge({ code: null })).toBe('It was killed, because it did not end');
});

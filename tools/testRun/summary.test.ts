import { expect, it } from 'vitest';
import {
  describeFailures,
  describeSkipped,
  describeSlowest,
  formatFailure,
  listExplaining,
} from './summary.mjs';

const failure = {
  name: 'phone › a client logs in',
  error: 'Timeout\nof 60 s',
  file: 'e2e/login.spec.ts',
  line: 3,
};

it('An unstable test is one line with its place and the first line of its error', () => {
  expect(formatFailure(failure)).toBe('phone › a client logs in (e2e/login.spec.ts:3): Timeout');
});

it('A failed test is described with its error and what explains it', () => {
  expect(describeFailures([{ ...failure, context: ['page: /login'] }])).toEqual([
    '✗ phone › a client logs in (e2e/login.spec.ts:3)',
    '    Timeout',
    '    of 60 s',
    '    page: /login',
  ]);
});

it('Long errors are cut, so that the last 200 lines of a log name each failed test', () => {
  const error = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n');
  expect(describeFailures([{ name: 'a', error }])).toHaveLength(21);
  for (const count of [8, 30, 70, 75, 76, 150]) {
    const lines = describeFailures(
      Array.from({ length: count }, (_, index) => ({ name: `${index}`, error, context: ['x'] })),
    );
    expect(lines.length).toBeLessThanOrEqual(160);
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(count);
  }
});

it('A long error does not displace what explains it', () => {
  const error = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n');
  const context = ['page: /login', 'console: 500', 'the server failed'];
  const lines = describeFailures(
    Array.from({ length: 10 }, (_, index) => ({ name: `${index}`, error, context })),
  );
  expect(lines.filter((line) => context.includes(line.trim()))).toHaveLength(30);
  expect(lines.length).toBeLessThanOrEqual(150);
});

it('A long context keeps its first lines, of the page, and its last ones, of the server', () => {
  const error = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
  const context = ['page: /login', 'page: /', ...Array(11).fill('console: 500'), 'S1', 'S2'];
  const lines = describeFailures(
    Array.from({ length: 10 }, (_, index) => ({ name: `${index}`, error, context })),
  );
  for (const kept of ['page: /login', 'page: /', 'S1', 'S2'])
    expect(lines.filter((line) => line.trim() === kept)).toHaveLength(10);
});

it('The ten slowest files are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    file: `${index}.test.ts`,
    seconds: index,
  }));
  const lines = describeSlowest(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   11.0 s  11.test.ts');
});

it('Skipped tests are counted by their reason', () => {
  const reasons = ['TEST_DATABASE_URL is not set', 'not for this variant', 'not for this variant'];
  expect(describeSkipped(reasons)).toEqual([
    '3 skipped',
    '  1: TEST_DATABASE_URL is not set',
    '  2: not for this variant',
  ]);
});

it('Stack frames of packages do not displace what an output says', () => {
  const output = [
    '▲  Unable to index ./stories/ui/a.stories.tsx:',
    '│  SyntaxError: Unexpected token, expected "," (8:35)',
    '│  at Parser.raise',
    '│  (file:///repo/node_modules/storybook/dist/chunk.js:16360:71)',
    '',
    'AggregateError: Failed to initialize projects.',
    '    at async start (file:///repo/node_modules/vitest/dist/cli.js:2340:15)',
    '    at Promise.allSettled (index 6)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    '    at setUp (/repo/tools/vitestSetup.ts:7:3) {',
    '}',
  ].join('\n');
  expect(listExplaining(output)).toEqual([
    '▲  Unable to index ./stories/ui/a.stories.tsx:',
    '│  SyntaxError: Unexpected token, expected "," (8:35)',
    'AggregateError: Failed to initialize projects.',
    '    at Promise.allSettled (index 6)',
    '    at setUp (/repo/tools/vitestSetup.ts:7:3) {',
  ]);
});

it('An error is described with the frames of our code only', () => {
  const error = [
    'Error: An empty text has no answer',
    '    at formatAnswer (/repo/server/testing/helper.ts:2:20)',
    '    at file:///repo/node_modules/@vitest/runner/dist/chunk.js:302:11',
  ].join('\n');
  expect(describeFailures([{ name: 'a', error }])).toEqual([
    '✗ a',
    '    Error: An empty text has no answer',
    '        at formatAnswer (/repo/server/testing/helper.ts:2:20)',
  ]);
});

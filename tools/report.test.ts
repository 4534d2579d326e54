import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listUnmeasured, report } from './report.ts';

const { exitCode } = process;
const listLines = () => vi.mocked(console.log).mock.calls.map(([line]) => String(line));

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'table').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

it('A report ends with one line of JSON', () => {
  report({ name: 'bench:x', figures: { ms: 4 }, targets: { ms: { atMost: 5 } } });
  expect(JSON.parse(listLines().at(-1) ?? '')).toEqual({
    name: 'bench:x',
    figures: { ms: 4 },
    targets: { ms: { atMost: 5 } },
    missed: [],
  });
});

it('A missed target is listed and sets the exit code', () => {
  report({ name: 'bench:x', figures: { ms: 6 }, targets: { ms: { atMost: 5 } } });
  expect(listLines().at(-1)).toContain('"missed":["ms"]');
  expect(process.exitCode).toBe(1);
});

it.each([NaN, Infinity])('A figure that is %s fails the report', (ms) => {
  expect(() => report({ name: 'bench:x', figures: { ms }, targets: {} })).toThrow(
    'bench:x did not measure ms',
  );
});

it('A target without a figure is not measured', () => {
  expect(listUnmeasured({ figures: { ms: 1 }, targets: { perSecond: { atLeast: 1 } } })).toEqual([
    'perSecond',
  ]);
});

it('A report without figures has measured nothing', () => {
  expect(listUnmeasured({ figures: {}, targets: {} })).toEqual(['any figure']);
});

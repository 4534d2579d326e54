import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { groupLines, SenderStalled } from './groupLines.ts';
import type { Line } from './readLines.ts';

const limits = { linesAtOnce: 3, pauseMs: 20, idleMs: 200 };
const { signal: running } = new AbortController();
const never = new Promise<never>(() => undefined);

// Fake timers run as soon as the code waits for them.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode('nextTimerAsync'));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const line = (number: number, text = 'x'): Line => ({ number, bytes: Buffer.from(text) });
const listNumbers = (group: readonly Line[]) => group.map(({ number }) => number);

async function collect(lines: AsyncIterable<Line>): Promise<number[][]> {
  const groups: number[][] = [];
  for await (const group of groupLines(lines, limits, running)) groups.push(listNumbers(group));
  return groups;
}

it('Lines that arrive at once are grouped, without empty ones', async () => {
  async function* lines() {
    for (let number = 1; number <= 8; number += 1) yield line(number, number === 2 ? ' \r' : 'x');
  }
  expect(await collect(lines())).toEqual([[1, 3, 4], [5, 6, 7], [8]]);
});

it('A pause of the sender ends a group', async () => {
  async function* lines() {
    yield line(1);
    await sleep(limits.pauseMs * 3);
    yield line(2);
    yield line(3);
  }
  expect(await collect(lines())).toEqual([[1], [2, 3]]);
});

it('A sender that stays silent is given up, after its lines were handed on', async () => {
  async function* lines() {
    yield line(1);
    await never;
  }
  const groups = groupLines(lines(), limits, running);
  expect(listNumbers((await groups.next()).value as Line[])).toEqual([1]);
  await expect(groups.next()).rejects.toThrow(SenderStalled);
});

it('Empty lines do not keep a sender alive', async () => {
  async function* lines() {
    for (let number = 1; ; number += 1) {
      await sleep(limits.pauseMs);
      yield line(number, '');
    }
  }
  await expect(groupLines(lines(), limits, running).next()).rejects.toThrow(SenderStalled);
});

it('The time in which a group is stored does not count as silence', async () => {
  async function* lines() {
    for (let number = 1; number <= 4; number += 1) yield line(number);
  }
  const groups: number[][] = [];
  for await (const group of groupLines(lines(), { ...limits, idleMs: 1 }, running)) {
    groups.push(listNumbers(group));
    await sleep(10);
  }
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

it('An error of the stream ends the groups', async () => {
  async function* lines() {
    yield line(1);
    await sleep(limits.pauseMs * 2);
    throw new Error('aborted');
  }
  await expect(collect(lines())).rejects.toThrow('aborted');
});

it('A stop ends the wait for a line, and no group follows', async () => {
  const stopping = new AbortController();
  async function* lines() {
    yield line(1);
    await never;
  }
  const groups = groupLines(lines(), { ...limits, idleMs: 60_000 }, stopping.signal);
  expect(listNumbers((await groups.next()).value as Line[])).toEqual([1]);
  const next = groups.next();
  stopping.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

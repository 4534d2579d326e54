import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { createRateLimit } from './rateLimit.ts';

const { concurrentCalls, callsPerWindow, callWindowMs } = clientLimits;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('Five calls run concurrently, and the sixth starts when one ends', async () => {
  const runRateLimited = createRateLimit();
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: concurrentCalls + 1 }, () =>
    runRateLimited(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  await vi.advanceTimersByTimeAsync(callWindowMs);
  expect(ends).toHaveLength(concurrentCalls);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(concurrentCalls + 1);
  ends.forEach((end) => end());
  await Promise.all(calls);
});

/** Starts more calls than one window admits. Returns how many have started. */
function startTooMany(): () => number {
  const runRateLimited = createRateLimit();
  let started = 0;
  for (let each = 0; each < 2 * callsPerWindow; each += 1)
    void runRateLimited(async () => {
      started += 1;
    });
  return () => started;
}

it('Eight calls start in two seconds, the next eight in the two seconds after', async () => {
  const countStarted = startTooMany();
  await vi.advanceTimersByTimeAsync(callWindowMs - 1);
  expect(countStarted()).toBe(callsPerWindow);
  await vi.advanceTimersByTimeAsync(1);
  expect(countStarted()).toBe(2 * callsPerWindow);
});

it('A clock that is set back two hours delays no call', async () => {
  const countStarted = startTooMany();
  await vi.advanceTimersByTimeAsync(1);
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  await vi.advanceTimersByTimeAsync(callWindowMs);
  expect(countStarted()).toBe(2 * callsPerWindow);
});

it('A click does not wait for the queries of its page, and starts before waiting ones', async () => {
  const runRateLimited = createRateLimit();
  const started: string[] = [];
  const run = (name: string, priority: 'action' | 'query') =>
    void runRateLimited(async () => void started.push(name), priority);
  for (let each = 0; each < 2 * callsPerWindow; each += 1) run('query', 'query');
  await vi.advanceTimersByTimeAsync(1);
  run('click', 'action');
  run('second click', 'action');
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual([...Array.from({ length: callsPerWindow - 1 }, () => 'query'), 'click']);
  await vi.advanceTimersByTimeAsync(callWindowMs);
  expect(started.slice(callsPerWindow, callsPerWindow + 2)).toEqual(['second click', 'query']);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { createRateLimit } from './rateLimit.ts';
import { isAbort } from './sendWithRetries.ts';

const { concurrentCalls, callsPerWindow, callWindowMs } = clientLimits;
const turnMs = 100; // in which the queue starts whatever may start
const jumps = [-hourMs, hourMs];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Starts calls that run until they are ended. */
function startOpenCalls(count: number) {
  const runRateLimited = createRateLimit();
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: count }, () =>
    runRateLimited(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  return { ends, calls, runRateLimited };
}

/** Starts more calls than one window admits. Returns the times at which they start. */
function startTooMany(count = 2 * callsPerWindow): number[] {
  const runRateLimited = createRateLimit();
  const starts: number[] = [];
  for (let each = 0; each < count; each += 1)
    void runRateLimited(async () => void starts.push(performance.now()));
  return starts;
}

/** Returns the largest number of calls that started within a window. */
const countBusiest = (starts: number[]): number =>
  Math.max(
    ...starts.map(
      (first) => starts.filter((at) => at >= first && at < first + callWindowMs).length,
    ),
  );

it('Five calls run concurrently, and the sixth starts when one ends', async () => {
  const { ends, calls } = startOpenCalls(concurrentCalls + 1);
  await advance(callWindowMs);
  expect(ends).toHaveLength(concurrentCalls);
  ends[0]?.();
  await advance(turnMs);
  expect(ends).toHaveLength(concurrentCalls + 1);
  ends.forEach((end) => end());
  await advance(turnMs);
  await Promise.all(calls);
});

it('Eight calls start in two seconds, the next eight in the two seconds after', async () => {
  const starts = startTooMany();
  await advance(callWindowMs - 1);
  expect(starts).toHaveLength(callsPerWindow);
  await advance(1 + turnMs);
  expect(starts).toHaveLength(2 * callsPerWindow);
});

it('No two seconds have more than eight starts, also after a pause', async () => {
  const runRateLimited = createRateLimit();
  const starts: number[] = [];
  const run = () => void runRateLimited(async () => void starts.push(performance.now()));
  for (let seconds = 0; seconds < 30; seconds += 1) {
    for (let each = 0; each < (seconds % 7) + 1; each += 1) run();
    await advance(700);
  }
  await advance(20 * callWindowMs);
  expect(starts).toHaveLength(115);
  expect(countBusiest(starts)).toBe(callsPerWindow);
});

it.each(jumps)('A jump of the clock by %d ms delays no waiting call', async (jumpMs) => {
  const starts = startTooMany();
  await advance(turnMs);
  jump(jumpMs);
  await advance(callWindowMs + turnMs);
  expect(starts).toHaveLength(2 * callsPerWindow);
  expect(countBusiest(starts)).toBe(callsPerWindow);
});

it.each(jumps)('A jump by %d ms before calls have been planned delays none', async (jumpMs) => {
  const starts = startTooMany(callsPerWindow);
  jump(jumpMs);
  await advance(3 * turnMs);
  expect(starts).toHaveLength(callsPerWindow);
});

it.each(jumps)('A jump by %d ms while nothing waits delays no later call', async (jumpMs) => {
  const { ends, calls, runRateLimited } = startOpenCalls(1);
  await advance(turnMs);
  jump(jumpMs);
  await advance(callWindowMs);
  const later = vi.fn(async () => undefined);
  void runRateLimited(later);
  await advance(turnMs);
  expect(later).toHaveBeenCalled();
  ends.forEach((end) => end());
  await advance(turnMs);
  await Promise.all(calls);
});

it.each(jumps)('A jump by %d ms keeps the places of running calls', async (jumpMs) => {
  const { ends, calls } = startOpenCalls(callsPerWindow + 1);
  await advance(turnMs);
  expect(ends).toHaveLength(concurrentCalls);
  jump(jumpMs);
  await advance(callWindowMs);
  expect(ends).toHaveLength(concurrentCalls);
  ends[0]?.();
  ends[1]?.();
  await advance(turnMs);
  expect(ends).toHaveLength(concurrentCalls + 2);
  for (let each = 0; each <= callsPerWindow; each += 1) {
    ends.forEach((end) => end());
    await advance(turnMs);
  }
  await Promise.all(calls);
});

it('A waiting call keeps its place in the order after a jump', async () => {
  const runRateLimited = createRateLimit();
  const started: number[] = [];
  for (let each = 0; each < 2 * callsPerWindow; each += 1)
    void runRateLimited(async () => void started.push(each));
  await advance(turnMs);
  jump(-hourMs);
  await advance(callWindowMs + turnMs);
  expect(started).toEqual(Array.from({ length: 2 * callsPerWindow }, (_, index) => index));
});

it('A call that is aborted while it waits rejects, and the next one starts', async () => {
  const { ends, calls, runRateLimited } = startOpenCalls(concurrentCalls);
  const controller = new AbortController();
  const aborted = runRateLimited(async () => controller.signal.throwIfAborted());
  const outcome = aborted.catch((error: unknown) => error);
  const next = vi.fn(async () => undefined);
  const last = runRateLimited(next);
  await advance(turnMs);
  controller.abort();
  expect(next).not.toHaveBeenCalled();
  ends[0]?.();
  await advance(turnMs);
  expect(isAbort(await outcome)).toBe(true);
  expect(next).toHaveBeenCalled();
  ends.forEach((end) => end());
  await advance(turnMs);
  await Promise.all([...calls, last]);
});

it('A call that fails rejects with its own error and frees its place', async () => {
  const { ends, calls, runRateLimited } = startOpenCalls(concurrentCalls - 1);
  const failing = runRateLimited(() => Promise.reject(new TypeError('No answer')));
  const outcome = failing.catch((error: unknown) => error);
  const next = vi.fn(async () => undefined);
  void runRateLimited(next);
  await advance(turnMs);
  expect(await outcome).toEqual(new TypeError('No answer'));
  expect(next).toHaveBeenCalled();
  ends.forEach((end) => end());
  await advance(turnMs);
  await Promise.all(calls);
});

it('A click does not wait for the queries of its page, and starts before waiting ones', async () => {
  const runRateLimited = createRateLimit();
  const started: string[] = [];
  const run = (name: string, priority: 'action' | 'query') =>
    void runRateLimited(async () => void started.push(name), priority);
  for (let each = 0; each < 2 * callsPerWindow; each += 1) run('query', 'query');
  await advance(turnMs);
  run('click', 'action');
  run('second click', 'action');
  await advance(turnMs);
  expect(started).toEqual([...Array.from({ length: callsPerWindow - 1 }, () => 'query'), 'click']);
  await advance(callWindowMs);
  expect(started.slice(callsPerWindow, callsPerWindow + 2)).toEqual(['second click', 'query']);
});

it('A page whose first call is an action leaves one start for a click, too', async () => {
  const runRateLimited = createRateLimit();
  const started: string[] = [];
  const run = (name: string, priority: 'action' | 'query') =>
    void runRateLimited(async () => void started.push(name), priority);
  run('login', 'action');
  for (let each = 0; each < callsPerWindow; each += 1) run('query', 'query');
  await advance(turnMs);
  run('click', 'action');
  await advance(turnMs);
  expect(started.slice(-2)).toEqual(['query', 'click']);
  expect(started).toHaveLength(callsPerWindow);
});

it('The queue has no timer when nothing runs and nothing waits', async () => {
  startTooMany();
  await advance(4 * callWindowMs);
  expect(vi.getTimerCount()).toBe(0);
});

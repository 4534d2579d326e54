import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs, secondMs } from '#schemas/platform/time.ts';
import { createServerClock } from './serverClock.ts';

const serverStart = Date.parse('2026-11-29T12:00:00.400Z');
let clock: ReturnType<typeof createServerClock>;
beforeEach(() => {
  vi.useFakeTimers({ now: serverStart });
  clock = createServerClock();
});
afterEach(() => vi.useRealTimers());

/** The server's true time: fake timers move the monotonic clock along with it. */
const getTrueNow = () => serverStart + performance.now() - monotonicStart;
let monotonicStart: number;
beforeEach(() => {
  monotonicStart = performance.now();
});

const writeHeaders = (more: Record<string, string> = {}) =>
  new Headers({
    date: new Date(getTrueNow()).toUTCString(),
    'cache-control': 'no-store',
    ...more,
  });

/** Makes a request that takes this long each way. */
async function exchange(oneWayMs = 20, more?: Record<string, string>): Promise<void> {
  const learn = clock.startExchange();
  await vi.advanceTimersByTimeAsync(oneWayMs);
  const headers = writeHeaders(more);
  await vi.advanceTimersByTimeAsync(oneWayMs);
  learn(headers);
}

const getError = () => Math.abs(clock.getServerNow() - getTrueNow());

it.each([
  ['two hours slow', -2 * hourMs],
  ['six hours fast', 6 * hourMs],
  ['ten years slow', -3_652 * dayMs],
  ['ten years fast', 3_652 * dayMs],
  ['at the start of 1970', -serverStart],
])('A device whose clock is %s has the server’s time after one response', async (_, wrongBy) => {
  vi.setSystemTime(serverStart + wrongBy);
  expect(clock.getServerNow()).toBe(Date.now());
  await exchange();
  expect(getError()).toBeLessThan(secondMs);
});

it.each([-2 * hourMs, 2 * hourMs])(
  'A jump of the device’s clock by %d ms does not move the server’s time',
  async (jumpMs) => {
    await exchange();
    const before = clock.getServerNow();
    vi.setSystemTime(Date.now() + jumpMs);
    expect(clock.getServerNow()).toBe(before);
    await vi.advanceTimersByTimeAsync(secondMs);
    expect(clock.getServerNow()).toBe(before + secondMs);
    await exchange();
    expect(getError()).toBeLessThan(secondMs);
  },
);

it('A device whose clock differs by less than two seconds keeps its time', async () => {
  vi.setSystemTime(serverStart + 1_900);
  await exchange();
  expect(clock.getServerNow()).toBe(Date.now());
});

it('A slow response does not spoil what a fast one has taught', async () => {
  vi.setSystemTime(serverStart - 2 * hourMs);
  await exchange();
  const before = clock.getServerNow() - performance.now();
  await exchange(30 * secondMs);
  expect(clock.getServerNow() - performance.now()).toBe(before);
});

it('A fast response corrects what a slow one has taught', async () => {
  vi.setSystemTime(serverStart - 2 * hourMs);
  const learn = clock.startExchange();
  const headers = writeHeaders();
  await vi.advanceTimersByTimeAsync(40 * secondMs);
  learn(headers);
  expect(getError()).toBeGreaterThan(10 * secondMs);
  await exchange();
  expect(getError()).toBeLessThan(secondMs);
});

it.each([
  ['may be stored', { 'cache-control': 'public, max-age=3600' }],
  ['was stored by a proxy', { age: '7' }],
  ['has no readable date', { date: 'yesterday' }],
])('A response that %s teaches nothing', async (_, more) => {
  vi.setSystemTime(serverStart - 2 * hourMs);
  await exchange(20, more);
  expect(clock.getServerNow()).toBe(Date.now());
  expect(clock.needsServerTime()).toBe(true);
});

it('Only a correction notifies', async () => {
  const listener = vi.fn();
  const stop = clock.onServerClockChange(listener);
  await exchange();
  await exchange();
  expect([listener.mock.calls.length, clock.getServerClockVersion()]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(hourMs);
  monotonicStart -= hourMs; // the server's clock is set forward
  await exchange();
  expect([listener.mock.calls.length, clock.getServerClockVersion()]).toEqual([1, 1]);
  stop();
  monotonicStart -= hourMs;
  await exchange();
  expect(listener).toHaveBeenCalledTimes(1);
});

it('The server’s time is needed first, and again after the device has slept', async () => {
  expect(clock.needsServerTime()).toBe(true);
  await exchange();
  expect(clock.needsServerTime()).toBe(false);
  vi.setSystemTime(Date.now() + hourMs); // the monotonic clock stood still
  expect(clock.needsServerTime()).toBe(true);
  await exchange();
  expect(clock.needsServerTime()).toBe(false);
});

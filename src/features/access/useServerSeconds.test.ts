// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import { startExchange } from '#src/device/serverClock.ts';
import { useServerSeconds } from './useServerSeconds.ts';

const serverStart = Date.parse('2026-11-29T12:00:00Z');
const inAMinute = serverStart + minuteMs;
let getTrueNow: () => number;

const answer = () =>
  new Response('{}', {
    headers: { date: new Date(getTrueNow()).toUTCString(), 'cache-control': 'no-store' },
  });
const fetchConfig = vi.fn(async () => answer());

beforeEach(() => {
  vi.useFakeTimers({ now: serverStart });
  const start = performance.now();
  getTrueNow = () => serverStart + performance.now() - start;
  fetchConfig.mockClear();
  vi.stubGlobal('fetch', fetchConfig);
  learn(); // each test has a monotonic clock of its own
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function learn(): void {
  startExchange()(answer().headers);
}
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

it.each([
  ['two hours slow', -2 * hourMs],
  ['six hours fast', 6 * hourMs],
  ['ten years slow', -3_652 * dayMs],
  ['ten years fast', 3_652 * dayMs],
  ['at the start of 1970', -serverStart],
])('A minute is counted down in a minute by a device whose clock is %s', async (_, wrongBy) => {
  jump(wrongBy);
  learn();
  const { result } = renderHook(() => useServerSeconds(inAMinute));
  await advance(0);
  expect(result.current).toBeGreaterThanOrEqual(59);
  expect(result.current).toBeLessThanOrEqual(61);
  await advance(62 * secondMs);
  expect(result.current).toBe(0);
});

it.each([-2 * hourMs, 2 * hourMs])(
  'A jump of the device’s clock by %d ms during a countdown changes nothing',
  async (jumpMs) => {
    const { result } = renderHook(() => useServerSeconds(inAMinute));
    await advance(10 * secondMs);
    expect(result.current).toBe(50);
    jump(jumpMs);
    await advance(10 * secondMs);
    expect(result.current).toBe(40);
  },
);

it('A countdown that has ended by a wrong clock is corrected by the next response', () => {
  const getCorrectNow = getTrueNow;
  getTrueNow = () => getCorrectNow() + 6 * hourMs;
  learn();
  const { result } = renderHook(() => useServerSeconds(inAMinute));
  expect(result.current).toBe(0);
  getTrueNow = getCorrectNow;
  act(learn);
  expect(result.current).toBeGreaterThanOrEqual(59);
});

it('A page that is shown again after the device has slept asks for the time', async () => {
  const { result } = renderHook(() => useServerSeconds(inAMinute));
  await advance(secondMs);
  expect(fetchConfig).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(0);
  expect(fetchConfig).not.toHaveBeenCalled();

  jump(40 * secondMs); // the monotonic clock stood still
  const before = getTrueNow;
  getTrueNow = () => before() + 40 * secondMs;
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(0);
  expect(fetchConfig).toHaveBeenCalledTimes(1);
  expect(result.current).toBeGreaterThanOrEqual(18);
  expect(result.current).toBeLessThanOrEqual(20);
});

it('A countdown has no timer after its end, and none without an instant', async () => {
  const { result, rerender } = renderHook((until: number | undefined) => useServerSeconds(until), {
    initialProps: undefined as number | undefined,
  });
  expect([result.current, vi.getTimerCount()]).toEqual([undefined, 0]);
  rerender(inAMinute);
  await advance(minuteMs + secondMs);
  expect([result.current, vi.getTimerCount()]).toEqual([0, 0]);
});

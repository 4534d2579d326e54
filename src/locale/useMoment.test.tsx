// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from './useMoment.ts';

const noon = new Date('2026-11-20T12:00:00.000Z').getTime();
const minute = 60_000;
beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const until = (at: number | undefined) => (now: Date) =>
  at === undefined || now.getTime() >= at ? undefined : at - now.getTime();
const watch = (at: number | undefined) =>
  renderHook((due: number | undefined) => useNow(until(due)).getTime(), { initialProps: at });

it('The time updates when it is due', () => {
  const { result } = watch(noon + 10 * minute);
  pass(10 * minute - 1);
  expect(result.current).toBe(noon);
  pass(1);
  expect(result.current).toBe(noon + 10 * minute);
});

it('A later due time is honoured', () => {
  const { result, rerender } = watch(undefined);
  pass(60 * minute);
  rerender(noon + 70 * minute);
  pass(10 * minute);
  expect(result.current).toBe(noon + 70 * minute);
});

it('A due time beyond the maximum timeout is honoured', () => {
  const month = 31 * 24 * 60 * minute;
  const { result } = watch(noon + month);
  pass(month - 1);
  expect(result.current).toBeLessThan(noon + month);
  pass(1);
  expect(result.current).toBe(noon + month);
});

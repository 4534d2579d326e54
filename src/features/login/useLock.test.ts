// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeStored, writeStored } from '#src/lib/storage.ts';
import { useLock } from './useLock.ts';

const start = new Date('2026-11-21T10:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => {
  removeStored('loginLockedUntil');
  vi.useRealTimers();
});

it('counts down to the instant the server has named, and stays at its end until the next try', () => {
  const { result } = renderHook(useLock);
  expect(result.current).toBeUndefined();
  act(() => writeStored('loginLockedUntil', '2026-11-21T10:04:37.500Z'));
  expect(result.current).toBe(278);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(218);
  act(() => void vi.advanceTimersByTime(218_000));
  expect(result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  act(() => removeStored('loginLockedUntil'));
  expect(result.current).toBeUndefined();
});

it('goes on after a reload, also when the device has slept', () => {
  writeStored('loginLockedUntil', '2026-11-21T10:01:00Z');
  const { result } = renderHook(useLock);
  expect(result.current).toBe(60);
  vi.setSystemTime(new Date('2026-11-21T11:00:00Z'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(0);
});

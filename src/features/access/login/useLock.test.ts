// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteLock, saveLock } from '#src/device/loginLocks.ts';
import { readStored, removeStored } from '#src/device/storage.ts';
import { useLock } from './useLock.ts';

const start = new Date('2026-11-21T10:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => {
  cleanup();
  removeStored('loginLocks');
  vi.useRealTimers();
});

it('A lockout counts down to 0 and stays there until the next attempt', () => {
  const { result } = renderHook(() => useLock('j.wieland'));
  expect(result.current).toBeUndefined();
  act(() => saveLock('j.wieland', '2026-11-21T10:04:37.500Z'));
  expect(result.current).toBe(278);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(218);
  act(() => void vi.advanceTimersByTime(218_000));
  expect(result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  act(() => saveLock('j.wieland', undefined));
  expect(result.current).toBeUndefined();
});

it('A lockout continues after a reload, also when the device has slept', () => {
  saveLock('j.wieland', '2026-11-21T10:01:00Z');
  const { result } = renderHook(() => useLock('j.wieland'));
  expect(result.current).toBe(60);
  vi.setSystemTime(new Date('2026-11-21T11:00:00Z'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(0);
});

it('A lockout applies to one username in any notation, and an empty field shows the longest', () => {
  saveLock('j.wieland', '2026-11-21T10:05:00Z');
  saveLock('m.castillo', '2026-11-21T10:01:00Z');
  const { result, rerender } = renderHook(useLock, { initialProps: 'm.castillo' });
  const forName = (name: string) => {
    rerender(name);
    return result.current;
  };
  expect(['m.castillo', ' J.Wieland ', 'nobody', ''].map(forName)).toEqual([
    60,
    300,
    undefined,
    300,
  ]);
  act(() => deleteLock('J.Wieland'));
  expect(['m.castillo', 'j.wieland', ''].map(forName)).toEqual([60, undefined, 60]);
  act(() => saveLock('WEISS', '2026-11-21T10:05:00Z'));
  act(() => deleteLock('Weiß'));
  expect(forName('WEISS')).toBeUndefined();
  expect(JSON.stringify(readStored('loginLocks'))).not.toMatch(/castillo|wieland/i);
  act(() => deleteLock(' '));
  expect(forName('m.castillo')).toBeUndefined();
});

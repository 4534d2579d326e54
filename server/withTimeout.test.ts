import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './withTimeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('Work that ends in time gives its result and leaves no timer', async () => {
  await expect(withTimeout(Promise.resolve('result'), 1_000, 'late')).resolves.toBe('result');
  expect(vi.getTimerCount()).toBe(0);
});

it('Work that fails in time fails with its own error and leaves no timer', async () => {
  const error = new Error('broken');
  await expect(withTimeout(Promise.reject(error), 1_000, 'late')).rejects.toBe(error);
  expect(vi.getTimerCount()).toBe(0);
});

it('Work that is late gives the fallback after the limit', async () => {
  const result = withTimeout(new Promise(() => undefined), 1_000, 'late');
  vi.advanceTimersByTime(1_000);
  await expect(result).resolves.toBe('late');
});

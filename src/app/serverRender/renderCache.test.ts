// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRenderCache } from './renderCache.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1); // the cache takes an entry of the time 0 for one without an end
});
afterEach(() => void vi.useRealTimers());

it('A page is rendered once, and again after others have replaced it', async () => {
  const render = vi.fn(async () => 'page');
  const get = createRenderCache(2);
  await get('a', render);
  await get('b', render);
  await get('a', render);
  expect(render).toHaveBeenCalledTimes(2);
  await get('c', render); // replaces b, which was not used since
  await get('a', render);
  expect(render).toHaveBeenCalledTimes(3);
  await get('b', render);
  expect(render).toHaveBeenCalledTimes(4);
});

it('A page that failed is not rendered again for a minute, and fails with the same error', async () => {
  const error = new Error('no such view');
  const render = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error);
  render.mockResolvedValue('page');
  const get = createRenderCache(2);
  await expect(get('a', render)).rejects.toBe(error);
  vi.advanceTimersByTime(60_000);
  await expect(get('a', render)).rejects.toBe(error);
  vi.advanceTimersByTime(1);
  await expect(get('a', render)).resolves.toBe('page');
});

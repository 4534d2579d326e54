// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { runWithLock } from './webLock.ts';

const setLocks = (value: unknown) =>
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

it('A second tab learns that the first one holds the lock', async () => {
  setLocks(createFakeLocks());
  const work = async (isHeld: boolean) => isHeld;
  const outcomes = await runWithLock('one', {}, async (isHeld) => [
    isHeld,
    await runWithLock('one', { ifAvailable: true }, work),
  ]);
  expect(outcomes).toEqual([true, false]);
});

it.each([
  ['has no locks', undefined],
  [
    'refuses locks together with the storage',
    { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) },
  ],
  [
    'throws at locks',
    {
      request: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
])('The work runs in a browser that %s', async (_, locks) => {
  setLocks(locks);
  expect(await runWithLock('one', { ifAvailable: true }, async (isHeld) => isHeld)).toBe(true);
});

it('Work that fails runs once, and its error is thrown', async () => {
  setLocks(createFakeLocks());
  const work = vi.fn(() => Promise.reject(new Error('no answer')));
  await expect(runWithLock('one', {}, work)).rejects.toThrow('no answer');
  expect(work).toHaveBeenCalledOnce();
});

it('Work whose wait for the lock is aborted does not run', async () => {
  setLocks({ request: () => Promise.reject(new DOMException('aborted', 'AbortError')) });
  const work = vi.fn(async () => undefined);
  await expect(runWithLock('one', {}, work)).rejects.toThrow('aborted');
  expect(work).not.toHaveBeenCalled();
});

import { beforeEach, expect, it, vi } from 'vitest';
import { limits } from '#schemas/limits.ts';
import { forgetLoaded, loadedAlready, loadedOnce } from './loadedFiles.ts';

beforeEach(() => forgetLoaded());

const blobOf = (size: number): Blob => Object.defineProperty(new Blob(), 'size', { value: size });
const half = limits.file.maxSizeBytes / 2;

it('loads a file once, also for two that ask at once, and anew what failed', async () => {
  const load = vi.fn(async () => blobOf(1)).mockRejectedValueOnce(new Error('net'));
  await expect(loadedOnce('a', load)).rejects.toThrow('net');
  const [first, second] = await Promise.all([loadedOnce('a', load), loadedOnce('a', load)]);
  expect([first === second, load.mock.calls.length, (await loadedAlready('a')) === first]).toEqual([
    true,
    2,
    true,
  ]);
});

it('makes room for what comes by what was looked at longest ago, however large the newest is, and forgets all when told', async () => {
  await loadedOnce('a', async () => blobOf(half));
  await loadedOnce('b', async () => blobOf(half));
  await loadedOnce('a', async () => blobOf(half)); // looked at once more
  await loadedOnce('c', async () => blobOf(1));
  expect(['a', 'b', 'c'].map((key) => loadedAlready(key) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  await loadedOnce('d', async () => blobOf(3 * half));
  expect(['a', 'c', 'd'].map((key) => loadedAlready(key) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
  forgetLoaded();
  expect(loadedAlready('d')).toBeUndefined();
});

import { beforeEach, expect, it, vi } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { clearFileCache, getCachedFile, getOrLoadFile } from './fileCache.ts';

beforeEach(() => clearFileCache());

const buildBlob = (size: number): Blob =>
  Object.defineProperty(new Blob(), 'size', { value: size });
const half = fileLimits.maxSizeBytes / 2;

it('A file is loaded once for concurrent callers, and again after a failure', async () => {
  const load = vi.fn(async () => buildBlob(1)).mockRejectedValueOnce(new Error('net'));
  await expect(getOrLoadFile('a', load)).rejects.toThrow('net');
  const [first, second] = await Promise.all([getOrLoadFile('a', load), getOrLoadFile('a', load)]);
  expect([first === second, load.mock.calls.length, (await getCachedFile('a')) === first]).toEqual([
    true,
    2,
    true,
  ]);
});

it('The cache evicts the least recently used files and can be cleared', async () => {
  await getOrLoadFile('a', async () => buildBlob(half));
  await getOrLoadFile('b', async () => buildBlob(half));
  await getOrLoadFile('a', async () => buildBlob(half)); // a recent use
  await getOrLoadFile('c', async () => buildBlob(1));
  expect(['a', 'b', 'c'].map((key) => getCachedFile(key) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  await getOrLoadFile('d', async () => buildBlob(3 * half));
  expect(['a', 'c', 'd'].map((key) => getCachedFile(key) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
  clearFileCache();
  expect(getCachedFile('d')).toBeUndefined();
});

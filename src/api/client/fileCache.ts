import { fileLimits } from '#schemas/files/limits.ts';

/** The size of the cache in bytes; a single file may fill it. */
const keptBytes = fileLimits.maxSizeBytes;

/** In order of last use, the most recent last. */
const kept = new Map<string, { bytes: Promise<Blob>; size: number }>();

function makeRoom(): void {
  let sum = 0;
  for (const [key, { size }] of [...kept].reverse()) {
    sum += size;
    if (sum > keptBytes && sum > size) kept.delete(key);
  }
}

/** Returns a cached file or loads it once. A failed load is not cached. */
export function getOrLoadFile(key: string, load: () => Promise<Blob>): Promise<Blob> {
  const entry = kept.get(key) ?? { bytes: load(), size: 0 };
  kept.delete(key);
  kept.set(key, entry);
  entry.bytes.then(
    (blob) => {
      entry.size = blob.size;
      makeRoom();
    },
    () => kept.delete(key),
  );
  return entry.bytes;
}

/** Returns a cached or loading file. */
export const getCachedFile = (key: string): Promise<Blob> | undefined => kept.get(key)?.bytes;

/** Clears the cache at a logout: the files belong to the user before. */
export const clearFileCache = (): void => kept.clear();

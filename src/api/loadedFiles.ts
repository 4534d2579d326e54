import { limits } from '#schemas/limits.ts';

/** So much is kept for whoever comes back to a file; one file may have that much alone. */
const keptBytes = limits.file.maxSizeBytes;

/** The one looked at last stands last. */
const kept = new Map<string, { bytes: Promise<Blob>; size: number }>();

function makeRoom(): void {
  let sum = 0;
  for (const [key, { size }] of [...kept].reverse()) {
    sum += size;
    if (sum > keptBytes && sum > size) kept.delete(key);
  }
}

/** What is loaded under a key, once while there is room for it (product.md §4); what failed is loaded anew. */
export function loadedOnce(key: string, load: () => Promise<Blob>): Promise<Blob> {
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

/** What has been loaded, or is on its way. */
export const loadedAlready = (key: string): Promise<Blob> | undefined => kept.get(key)?.bytes;

/** Nothing of it is for whoever comes next. */
export const forgetLoaded = (): void => kept.clear();

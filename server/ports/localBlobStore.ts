import { constants, createReadStream, mkdirSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '#server/db/newId.ts';
import { meter, type BlobStore } from './blobStore.ts';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

async function writeDurably(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns true for a failure of the file system, such as a full disk. */
const isFailureOfSystem = (error: unknown): boolean => error instanceof Error && 'errno' in error;

/** Ignores a missing file. */
const ifThere = async <T>(found: Promise<T>, otherwise: T): Promise<T> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return otherwise;
    throw error;
  });

const unfinished = '.part';

async function* listNamesBefore(folder: string, before: Date): AsyncGenerator<string[]> {
  for (const shard of await ifThere(readdir(folder), [])) {
    const names = await ifThere(readdir(join(folder, shard)), []);
    const changed = await Promise.all(
      names.map(async (name) => (await ifThere(stat(join(folder, shard, name)), undefined))?.mtime),
    );
    yield names.filter((_, index) => (changed[index] ?? before) < before);
  }
}

/**
 * Stores blobs as files: written to a temporary name, synced, then renamed, so that no key names a
 * partial file.
 */
export function createLocalBlobStore(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true });
  const getPath = (key: string) => join(folder, key.slice(0, 2), key);

  return {
    async put(content, { maxBytes }) {
      const key = newId();
      const path = getPath(key);
      const aside = path + unfinished;
      if (await mkdir(dirname(path), { recursive: true })) await syncFolder(folder);
      const { stream, result } = meter(maxBytes);
      let writing: Promise<void> | undefined;
      try {
        await pipeline(
          content,
          stream,
          (chunks: AsyncIterable<Buffer>) => (writing = writeDurably(aside, chunks)),
        );
        await rename(aside, path);
        await syncFolder(dirname(path));
      } catch (error) {
        // The pipeline does not wait for its last stage, and reports its failure as an AbortError.
        const failure = await writing?.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        await rm(aside, { force: true });
        throw isFailureOfSystem(failure) ? failure : error;
      }
      return { key, ...result() };
    },
    async get(key, range) {
      await stat(getPath(key));
      return createReadStream(getPath(key), range);
    },
    async remove(key) {
      await rm(getPath(key), { force: true });
    },
    async *list(before) {
      for await (const names of listNamesBefore(folder, before))
        yield names.filter((name) => !name.endsWith(unfinished));
    },
    async removeUnfinished(before) {
      for await (const names of listNamesBefore(folder, before)) {
        for (const name of names.filter((each) => each.endsWith(unfinished)))
          await rm(getPath(name), { force: true });
      }
    },
    async check() {
      await access(folder, constants.W_OK); // not created again, because its files would be missing
    },
  };
}

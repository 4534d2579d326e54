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

/** What is not there, or no longer, counts as nothing. */
const ifThere = async <T>(found: Promise<T>, otherwise: T): Promise<T> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return otherwise;
    throw error;
  });

const unfinished = '.part';

/** Blobs as files: written aside, synced, then renamed into place, so a half-written file never has a key. */
export function createLocalBlobStore(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);

  async function* namesBefore(before: Date): AsyncGenerator<string[]> {
    for (const shard of await ifThere(readdir(folder), [])) {
      const names = await ifThere(readdir(join(folder, shard)), []);
      const changed = await Promise.all(
        names.map(
          async (name) => (await ifThere(stat(join(folder, shard, name)), undefined))?.mtime,
        ),
      );
      yield names.filter((_, index) => (changed[index] ?? before) < before);
    }
  }

  return {
    async put(content, { maxBytes }) {
      const key = newId();
      const path = pathOf(key);
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
        await writing?.catch(() => undefined); // the pipeline does not wait for its last stage
        await rm(aside, { force: true });
        throw error;
      }
      return { key, ...result() };
    },
    async get(key, range) {
      await stat(pathOf(key));
      return createReadStream(pathOf(key), range);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(before) {
      for await (const names of namesBefore(before))
        yield names.filter((name) => !name.endsWith(unfinished));
    },
    async removeUnfinished(before) {
      for await (const names of namesBefore(before)) {
        for (const name of names.filter((each) => each.endsWith(unfinished)))
          await rm(pathOf(name), { force: true });
      }
    },
    async check() {
      await access(folder, constants.W_OK); // one that has gone is not made anew: its files would be missing
    },
  };
}

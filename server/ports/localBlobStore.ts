import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
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

/** Blobs as files: written aside, synced, then renamed into place, so a half-written file never has a key. */
export function createLocalBlobStore(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);

  return {
    async put(content, { maxBytes }) {
      const key = newId();
      const path = pathOf(key);
      const aside = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      const { stream, result } = meter(maxBytes);
      let writing: Promise<void> | undefined;
      try {
        await pipeline(content, stream, (chunks: AsyncIterable<Buffer>) => (writing = writeDurably(aside, chunks)));
        await rename(aside, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await writing?.catch(() => undefined); // the pipeline does not wait for its last stage
        await rm(aside, { force: true });
        throw error;
      }
      return { key, ...result() };
    },
    async get(key) {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true });
    },
  };
}

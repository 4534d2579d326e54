import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createLocalBlobStore } from './localBlobStore.ts';

/** Real files, whose second write fails like one on a full disk. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...real,
    async open(...parameters: Parameters<typeof open>) {
      const handle = await real.open(...parameters);
      const write = handle.writeFile.bind(handle);
      let writes = 0;
      handle.writeFile = async (...data: Parameters<typeof write>) => {
        if (++writes < 2) return write(...data);
        const failure = { errno: -28, code: 'ENOSPC', syscall: 'write' };
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), failure);
      };
      return handle;
    },
  };
});

it('A write that fails in the middle throws the error of the disk, and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formakte-blobs-'));
  const store = createLocalBlobStore(folder);
  const chunks = Array.from({ length: 200 }, () => Buffer.alloc(64 * 1_024));
  const stored = store.put(Readable.from(chunks), { maxBytes: Number.MAX_SAFE_INTEGER });
  await expect(stored).rejects.toMatchObject({ code: 'ENOSPC' });
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  await rm(folder, { recursive: true });
});

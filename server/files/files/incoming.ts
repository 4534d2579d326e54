import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { meter } from '#server/ports/blobStore.ts';

/** Holds uploads until all bytes have arrived. No call reads from it. */
const getFolder = ({ config }: Pick<Deps, 'config'>): string => join(config.dataDir, 'incoming');

/**
 * Receives all bytes into a temporary file before `use` reads them, because a virus scanner gives
 * up on a slow connection. Rejects with BlobTooLarge above `maxBytes`.
 */
export async function receiveFirst<T>(
  deps: Pick<Deps, 'config'>,
  content: Readable,
  maxBytes: number,
  use: (received: Readable) => Promise<T>,
): Promise<T> {
  const folder = getFolder(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, newId());
  try {
    await pipeline(
      content,
      meter(maxBytes).stream,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return await use(createReadStream(path));
  } finally {
    await rm(path, { force: true });
  }
}

/** Deletes what a crash left. Young files are kept, because their upload may be running. */
export async function deleteOldIncoming(deps: Pick<Deps, 'config' | 'clock'>): Promise<void> {
  const before = deps.clock.now().getTime() - storageLimits.strayAfterHours * hourMs;
  const folder = getFolder(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined); // its upload may end meanwhile
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

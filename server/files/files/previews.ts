import { hourMs } from '#schemas/platform/time.ts';
import { Readable } from 'node:stream';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { storageLimits } from '#server/files/limits.ts';
import { drawingLimits } from '#server/pictures/limits.ts';
import type { FileRow, PreviewRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import * as repository from './repository.ts';

const { thumbnailWidthPx, thumbnailMaxHeightPx, previewMaxSidePx } = storageLimits;
const { tries: maxTries, retryHours } = drawingLimits;

const common = { kinds: ['jpeg', 'png', 'gif', 'pdf'], fit: 'inside', format: 'jpeg' } as const;
const drawings: Readonly<Record<PreviewRow['kind'], Drawing>> = {
  thumbnail: { ...common, width: thumbnailWidthPx, height: thumbnailMaxHeightPx },
  preview: { ...common, width: previewMaxSidePx, height: previewMaxSidePx },
};

type Wanted = Pick<PreviewRow, 'fileId' | 'kind'>;

/**
 * Draws a file and returns the row of the result. A timeout is retried later; a broken file is not.
 */
async function draw(
  { blobStore, clock }: Deps,
  file: FileRow,
  { kind }: Wanted,
  earlier: PreviewRow | undefined,
): Promise<Pick<PreviewRow, 'blobKey' | 'tries' | 'retryAt'>> {
  const tries = (earlier?.tries ?? 0) + 1;
  try {
    const picture = await drawPicture(
      { open: () => blobStore.get(file.blobKey), size: file.size },
      drawings[kind],
    );
    const blob =
      picture && (await blobStore.put(Readable.from([picture]), { maxBytes: picture.length }));
    return { blobKey: blob?.key ?? null, tries, retryAt: null };
  } catch (error) {
    if (!(error instanceof DrawingFailed)) throw error;
    return {
      blobKey: null,
      tries,
      retryAt:
        tries < maxTries
          ? new Date(clock.now().getTime() + retryHours * hourMs).toISOString()
          : null,
    };
  }
}

async function drawAndKeep(
  deps: Deps,
  file: FileRow,
  wanted: Wanted,
  earlier: PreviewRow | undefined,
): Promise<string | null> {
  const row = { ...wanted, ...(await draw(deps, file, wanted, earlier)) };
  if (await repository.insertPreview(deps.db, row)) return row.blobKey;
  // Another process was faster.
  if (row.blobKey !== null) await deps.blobStore.remove(row.blobKey);
  return (await repository.findPreview(deps.db, wanted))?.blobKey ?? null;
}

/** Running drawings, shared by concurrent requests. */
const underway = new Map<string, Promise<string | null>>();

async function getBlobKey(deps: Deps, file: FileRow, wanted: Wanted): Promise<string | null> {
  const known = await repository.findPreview(deps.db, wanted);
  if (
    known &&
    (known.blobKey !== null ||
      known.retryAt === null ||
      known.retryAt > deps.clock.now().toISOString())
  )
    return known.blobKey;
  const name = `${wanted.kind}:${wanted.fileId}`;
  const drawing =
    underway.get(name) ??
    drawAndKeep(deps, file, wanted, known).finally(() => underway.delete(name));
  underway.set(name, drawing);
  return drawing;
}

/**
 * Returns a JPEG of a file, drawn at the first request and cached. Throws `notFound` without one,
 * `unavailable` if the queue is full.
 */
export async function readPreview(
  deps: Deps,
  file: FileRow,
  kind: PreviewRow['kind'],
): Promise<Readable> {
  if (!hasThumbnail(file.extension)) throw problem('notFound');
  const key = await getBlobKey(deps, file, { fileId: file.id, kind }).catch((error: unknown) => {
    throw error instanceof DrawingBusy ? problem('unavailable') : error;
  });
  if (key === null) throw problem('notFound');
  return deps.blobStore.get(key);
}

/** Deletes previews of deleted files: of one file, or of all. */
export async function deletePreviews(
  { db, blobStore }: Pick<Deps, 'db' | 'blobStore'>,
  fileId?: string,
): Promise<void> {
  const some = () => repository.listStrayPreviews(db, fileId);
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { blobKey, ...wanted } of rows) {
      await repository.deletePreview(db, wanted);
      if (blobKey !== null) await blobStore.remove(blobKey);
    }
  }
}

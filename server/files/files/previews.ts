import { hourMs } from '#schemas/platform/time.ts';
import { Readable } from 'node:stream';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { storageLimits } from '#server/files/limits.ts';
import { drawingLimits } from '#server/pictures/limits.ts';
import type { FileRow, PreviewRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { isDue } from '#server/db/isDue.ts';
import { getInstantAfter } from '#server/getInstantAfter.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { createProblem } from '#server/problem.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  pictureKinds,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import { withTimeout } from '#server/withTimeout.ts';
import * as repository from './repository.ts';

const { thumbnailWidthPx, thumbnailMaxHeightPx, previewMaxSidePx, previewLongRatio } =
  storageLimits;
const { attempts: maxAttempts } = drawingLimits;
const retryMs = drawingLimits.retryHours * hourMs;

const common = {
  kinds: [...pictureKinds, 'pdf'],
  fit: 'inside',
  format: 'jpeg',
} as const;
const drawings: Readonly<Record<PreviewRow['kind'], Drawing>> = {
  thumbnail: { ...common, width: thumbnailWidthPx, height: thumbnailMaxHeightPx },
  preview: {
    ...common,
    width: previewMaxSidePx,
    height: previewMaxSidePx,
    longRatio: previewLongRatio,
  },
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
  const attempts = (earlier?.tries ?? 0) + 1;
  try {
    const picture = await drawPicture(
      { open: () => blobStore.get(file.blobKey), size: file.size },
      drawings[kind],
    );
    const blob =
      picture && (await blobStore.put(Readable.from([picture]), { maxBytes: picture.length }));
    return { blobKey: blob?.key ?? null, tries: attempts, retryAt: null };
  } catch (error) {
    if (!(error instanceof DrawingFailed)) throw error;
    return {
      blobKey: null,
      tries: attempts,
      retryAt: attempts < maxAttempts ? getInstantAfter({ clock }, retryMs) : null,
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
      !isDue(known.retryAt, deps.clock.now().toISOString(), retryMs))
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
  if (!hasThumbnail(file.extension)) throw createProblem('notFound');
  const key = await getBlobKey(deps, file, { fileId: file.id, kind }).catch((error: unknown) => {
    throw error instanceof DrawingBusy ? createProblem('unavailable') : error;
  });
  if (key === null) throw createProblem('notFound');
  return deps.blobStore.get(key);
}

/**
 * Draws the thumbnail of an upload, which its sender asks for next. Returns false if there is none;
 * true for one that takes longer than a response may wait.
 */
export async function drawThumbnail(deps: Deps, file: FileRow): Promise<boolean> {
  if (!hasThumbnail(file.extension)) return false;
  const drawn = getBlobKey(deps, file, { fileId: file.id, kind: 'thumbnail' }).then(
    (key) => key !== null,
    (error: unknown) => {
      if (!(error instanceof DrawingBusy))
        warnOnce(deps.log, describeCause(error), 'no thumbnail was drawn for an upload');
      return true; // the request for it says more
    },
  );
  return withTimeout(drawn, storageLimits.thumbnailWaitMs, true);
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

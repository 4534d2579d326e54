import { Readable } from 'node:stream';
import type { Language } from '#schemas/platform/common.ts';
import { pictureLimits } from '#schemas/files/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { findUserUpload } from '#server/files/files/service.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  pictureKinds,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import * as repository from './repository.ts';

/** Filters blobs that are profile pictures. */
export const listPictures = repository.listPictures;

const drawing: Drawing = {
  kinds: pictureKinds,
  width: pictureLimits.sidePx,
  height: pictureLimits.sidePx,
  fit: 'cover',
  format: 'jpeg',
};

/**
 * Makes an upload the user's picture. Throws `notFound` for a foreign upload, `invalidInput` unless
 * it is a picture.
 */
export async function setPicture(
  { db, blobStore }: Deps,
  { userId, accountId }: { userId: string; accountId: string },
  uploadId: string,
  language: Language,
): Promise<void> {
  const upload = await findUserUpload(db, userId, accountId, uploadId);
  if (!upload) throw createProblem('notFound');
  const picture = await drawPicture(
    { open: () => blobStore.get(upload.blobKey), size: upload.size },
    drawing,
  ).catch((error: unknown) => {
    if (error instanceof DrawingBusy) throw createProblem('unavailable');
    if (error instanceof DrawingFailed) return undefined;
    throw error;
  });
  if (!picture)
    throw createProblem('invalidInput', {
      '/UploadId': getTexts(language)('picture.error.unusable', {}),
    });
  const { key } = await blobStore.put(Readable.from([picture]), { maxBytes: picture.length });
  await replace({ db, blobStore }, userId, key);
}

/** Removes the user's picture. */
export const removePicture = (deps: Deps, userId: string): Promise<void> =>
  replace(deps, userId, null);

async function replace(
  { db, blobStore }: Pick<Deps, 'db' | 'blobStore'>,
  userId: string,
  key: string | null,
): Promise<void> {
  let former = await repository.findPictureKey(db, userId);
  while (!(await repository.replacePicture(db, userId, former, key)))
    former = await repository.findPictureKey(db, userId);
  if (former) await blobStore.remove(former);
}

/** Returns the user's picture; throws `notFound`. */
export async function getOwnPicture({ db, blobStore }: Deps, userId: string): Promise<Readable> {
  return open(blobStore, await repository.findPictureKey(db, userId));
}

/** Returns the picture of one of the account's users; throws `notFound`. */
export async function getPictureForAccount(
  { db, blobStore }: Deps,
  accountId: string,
  userId: string,
): Promise<Readable> {
  return open(blobStore, await repository.findPictureKeyAt(db, accountId, userId));
}

async function open(blobStore: Deps['blobStore'], key: string | null): Promise<Readable> {
  if (key === null) throw createProblem('notFound');
  return blobStore.get(key);
}

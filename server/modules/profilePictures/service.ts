import { Readable } from 'node:stream';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { uploadOfUser } from '#server/modules/files/service.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import * as repository from './repository.ts';

/** Which of these blobs are somebody's picture. */
export const picturesAmong = repository.listPictures;

const drawing: Drawing = {
  kinds: ['jpeg', 'png'],
  width: limits.picture.sidePx,
  height: limits.picture.sidePx,
  fit: 'cover',
  format: 'jpeg',
};

/** Makes an upload the user's picture. Throws `notFound` for an upload that is not theirs, `invalidInput` for one that is no JPEG or PNG. */
export async function setPicture(
  { db, blobStore }: Deps,
  userId: string,
  uploadId: string,
  language: Language,
): Promise<void> {
  const upload = await uploadOfUser(db, userId, uploadId);
  if (!upload) throw problem('notFound');
  const picture = await drawPicture(
    { open: () => blobStore.get(upload.blobKey), size: upload.size },
    drawing,
  ).catch((error: unknown) => {
    if (error instanceof DrawingBusy) throw problem('unavailable');
    if (error instanceof DrawingFailed) return undefined;
    throw error;
  });
  if (!picture)
    throw problem('invalidInput', { '/UploadId': textsIn(language)('picture.error.unusable', {}) });
  const { key } = await blobStore.put(Readable.from([picture]), { maxBytes: picture.length });
  await replace({ db, blobStore }, userId, key);
}

/** The user has no picture any more. */
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

/** The user's own picture; throws `notFound` when there is none. */
export async function ownPicture({ db, blobStore }: Deps, userId: string): Promise<Readable> {
  return open(blobStore, await repository.findPictureKey(db, userId));
}

/** The picture of one of the account's users; throws `notFound` when there is none, or no such user. */
export async function pictureAt(
  { db, blobStore }: Deps,
  accountId: string,
  userId: string,
): Promise<Readable> {
  return open(blobStore, await repository.findPictureKeyAt(db, accountId, userId));
}

async function open(blobStore: Deps['blobStore'], key: string | null): Promise<Readable> {
  if (key === null) throw problem('notFound');
  return blobStore.get(key);
}

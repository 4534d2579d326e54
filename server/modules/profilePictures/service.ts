import { Readable } from 'node:stream';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { uploadOfUser } from '#server/modules/files/service.ts';
import { redrawPicture } from '#server/redrawPicture.ts';
import * as repository from './repository.ts';

/** Which of these blobs are somebody's picture. */
export const picturesAmong = repository.listPictures;

const { sidePx, quality } = limits.picture;

/** Makes an upload the user's picture. Throws `notFound` for an upload that is not theirs, `invalidInput` for one that is no JPEG or PNG. */
export async function setPicture({ db, blobStore }: Deps, userId: string, uploadId: string, language: Language): Promise<void> {
  const upload = await uploadOfUser(db, userId, uploadId);
  if (!upload) throw problem('notFound');
  const picture = await redrawPicture(() => blobStore.get(upload.blobKey), ['jpeg', 'png'], (drawn) => drawn.resize(sidePx, sidePx).jpeg({ quality: quality * 100 }));
  if (!picture) throw problem('invalidInput', { '/UploadId': textsIn(language)('picture.error.unusable', {}) });
  const { key } = await blobStore.put(Readable.from([picture]), { maxBytes: picture.length });
  let former = await repository.findPictureKey(db, userId);
  while (!(await repository.replacePicture(db, userId, former, key))) former = await repository.findPictureKey(db, userId);
  if (former) await blobStore.remove(former);
}

/** The user's own picture; throws `notFound` when there is none. */
export async function ownPicture({ db, blobStore }: Deps, userId: string): Promise<Readable> {
  return open(blobStore, await repository.findPictureKey(db, userId));
}

/** The picture of one of the account's users; throws `notFound` when there is none, or no such user. */
export async function pictureAt({ db, blobStore }: Deps, accountId: string, userId: string): Promise<Readable> {
  return open(blobStore, await repository.findPictureKeyAt(db, accountId, userId));
}

async function open(blobStore: Deps['blobStore'], key: string | null): Promise<Readable> {
  if (key === null) throw problem('notFound');
  return blobStore.get(key);
}

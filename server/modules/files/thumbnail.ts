import type { Readable } from 'node:stream';
import { limits } from '#schemas/limits.ts';
import { redrawPicture } from '#server/redrawPicture.ts';

/** A small JPEG of a JPEG, PNG or GIF; else as `redrawPicture` says. */
export const makeThumbnail = (open: () => Promise<Readable>): Promise<Buffer | undefined> =>
  redrawPicture(open, ['jpeg', 'png', 'gif'], (picture) => picture.resize({ width: limits.file.thumbnailWidthPx, withoutEnlargement: true }).jpeg({ quality: 78 }));

import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { limits } from '#schemas/limits.ts';

/** A small JPEG, upright, on white, without the picture's metadata (and so without the place it was taken). */
export function makeThumbnail(picture: Readable): Promise<Buffer> {
  const shrink = sharp({ limitInputPixels: limits.file.thumbnailMaxPixels })
    .rotate()
    .resize({ width: limits.file.thumbnailWidthPx, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 });
  picture.on('error', (error) => shrink.destroy(error));
  return picture.pipe(shrink).toBuffer();
}

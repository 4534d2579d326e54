import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Bottleneck from 'bottleneck';
import sharp from 'sharp';
import { limits } from '#schemas/limits.ts';

const beginnings = ['ffd8ff', '89504e470d0a1a0a', '474946383761', '474946383961'].map((hex) => Buffer.from(hex, 'hex')); // JPEG, PNG, GIF

/** A picture is unpacked in memory: few at once, the others wait. */
const queue = new Bottleneck({ maxConcurrent: limits.file.thumbnailsAtOnce });

async function shrink(picture: Readable): Promise<Buffer | undefined> {
  const bytes = await buffer(picture);
  // By what it is, not by its name, and before anything reads it: the picture library would also draw an SVG.
  if (!beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))) return undefined;
  return sharp(bytes, { limitInputPixels: limits.file.thumbnailMaxPixels })
    .rotate()
    .resize({ width: limits.file.thumbnailWidthPx, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()
    .catch(() => undefined);
}

/**
 * A small JPEG, upright, on white, without the picture's metadata (and so without the place it was taken); undefined for
 * what is no JPEG, PNG or GIF, or a broken one. Rejects when it cannot be opened or read; it is opened when its turn comes.
 */
export const makeThumbnail = (open: () => Promise<Readable>): Promise<Buffer | undefined> => queue.schedule(async () => shrink(await open()));

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Bottleneck from 'bottleneck';
import sharp, { type Sharp } from 'sharp';
import { limits } from '#schemas/limits.ts';

const beginnings = { jpeg: ['ffd8ff'], png: ['89504e470d0a1a0a'], gif: ['474946383761', '474946383961'] } as const;
type PictureKind = keyof typeof beginnings;

/** A picture is unpacked in memory: few at once, the others wait. */
const queue = new Bottleneck({ maxConcurrent: limits.file.thumbnailsAtOnce });

async function redraw(bytes: Buffer, kinds: readonly PictureKind[], draw: (picture: Sharp) => Sharp): Promise<Buffer | undefined> {
  // By what it is, not by its name, and before anything reads it: the picture library would also draw an SVG.
  const beginning = bytes.subarray(0, 8).toString('hex');
  if (!kinds.some((kind) => beginnings[kind].some((known) => beginning.startsWith(known)))) return undefined;
  return draw(sharp(bytes, { limitInputPixels: limits.file.thumbnailMaxPixels }).rotate()).flatten({ background: '#ffffff' }).toBuffer().catch(() => undefined);
}

/**
 * The picture drawn anew: upright, on white, without its metadata (and so without the place it was taken); undefined for
 * what is none of these kinds, or a broken one. Rejects when it cannot be opened or read; it is opened when its turn comes.
 */
export const redrawPicture = (open: () => Promise<Readable>, kinds: readonly PictureKind[], draw: (picture: Sharp) => Sharp): Promise<Buffer | undefined> =>
  queue.schedule(async () => redraw(await buffer(await open()), kinds, draw));

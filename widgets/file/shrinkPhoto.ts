import { getFileExtension, splitFileName } from '#schemas/files/files.rules.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import {
  findPictureFormat,
  getNamedFormat,
  pictureFormats,
  pictureHeadBytes,
  type PictureFormat,
} from '#schemas/files/pictureFormat.ts';
import { NoPictureWorker, redrawPicture } from '#src/ui/redrawPicture.ts';

const { photoMaxSidePx, photoQuality } = fileLimits;

export const isPhotoExtension = (extension: string): boolean =>
  getNamedFormat(extension) === 'jpeg';

/** Formats that become a JPEG where an element does not take them. */
const convertible: readonly (PictureFormat | undefined)[] = ['heic', 'webp', 'avif', 'jpeg'];

const takesFormat = (extensions: readonly string[], format: PictureFormat): boolean =>
  pictureFormats[format].some((extension) => extensions.includes(extension));

/**
 * Returns true if this photo becomes a JPEG. A HEIC photo does wherever it can, because few
 * programs open it; others only where the element does not take their extension.
 */
function needsJpeg(
  format: PictureFormat | undefined,
  extension: string,
  extensions: readonly string[],
): boolean {
  if (!format || !extensions.includes('jpg')) return false;
  if (format === 'heic') return true;
  const isTaken = extensions.includes(extension) && takesFormat(extensions, format);
  return convertible.includes(format) && !isTaken;
}

/** Returns the name that a photo probably has after its conversion, which its content decides. */
export function predictName(name: string, extensions: readonly string[]): string {
  const extension = getFileExtension(name);
  return needsJpeg(getNamedFormat(extension), extension, extensions) ? toJpegName(name) : name;
}

const toJpegName = (name: string): string => `${splitFileName(name).stem}.jpg`;

/** Returns true if the device may shrink this file before the upload. */
export const isPhoto = ({ name }: { name: string }): boolean =>
  convertible.includes(getNamedFormat(getFileExtension(name)));

/** Returns the format of a photo by its content, because messengers mix up extensions. */
async function readFormat(file: File): Promise<PictureFormat | undefined> {
  const named = getNamedFormat(getFileExtension(file.name));
  if (!named) return undefined;
  const bytes = await file
    .slice(0, pictureHeadBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return findPictureFormat(String.fromCharCode(...new Uint8Array(bytes))) ?? named;
}

const redraw = (file: File, maxSidePx: number, isAlways: boolean): Promise<Blob | undefined> =>
  redrawPicture({
    file,
    frame: { maxSidePx: maxSidePx || Number.MAX_SAFE_INTEGER },
    isAlways,
    paper: '#fff',
    encoding: { type: 'image/jpeg', quality: photoQuality },
  });

const toFile = (photo: Blob, name: string, { lastModified }: File): File =>
  new File([photo], name, { type: 'image/jpeg', lastModified });

/** Returns a smaller JPEG, upright and without its GPS position; the file if it is small enough. */
async function shrinkJpeg(file: File, maxSidePx: number): Promise<File> {
  const photo =
    maxSidePx === 0 ? undefined : await redraw(file, maxSidePx, false).catch(() => undefined);
  return photo && photo.size < file.size ? toFile(photo, file.name, file) : file;
}

/** A photo to upload, and its format; undefined for any other file. */
type PreparedPhoto = { file: File; format: PictureFormat | undefined };

/** Returns true if the element takes no photo of this format, so that its name is not enough. */
export const isUntaken = (
  { file, format }: PreparedPhoto,
  extensions: readonly string[],
): boolean =>
  !extensions.includes(getFileExtension(file.name)) ||
  (format === 'heic' && !takesFormat(extensions, format));

type PhotoOptions = { maxSidePx?: number | undefined; extensions: readonly string[] };

/**
 * Prepares a photo for the upload: scaled down, and as a JPEG where the element needs one. A photo
 * that this browser cannot read stays as it is. Rejects with NoPictureWorker where the element does
 * not take it as it is.
 */
export async function shrinkPhoto(
  original: File,
  { maxSidePx = photoMaxSidePx, extensions }: PhotoOptions,
): Promise<PreparedPhoto> {
  const extension = getFileExtension(original.name);
  const format = await readFormat(original);
  if (typeof Worker === 'undefined') return { file: original, format };
  const isJpeg = format === 'jpeg';
  if (!isJpeg && needsJpeg(format, extension, extensions)) {
    const unchanged = { file: original, format };
    const photo = await redraw(original, maxSidePx, true).catch((error: unknown) => {
      const isLost = isUntaken(unchanged, extensions);
      if (isLost && error instanceof NoPictureWorker) throw error; // it may be converted later
      return undefined;
    });
    return photo
      ? { file: toFile(photo, toJpegName(original.name), original), format: 'jpeg' }
      : unchanged;
  }
  if (!isJpeg && !isPhotoExtension(extension)) return { file: original, format };
  const file = await shrinkJpeg(original, maxSidePx);
  const name =
    isJpeg && needsJpeg(format, extension, extensions) ? toJpegName(file.name) : file.name;
  return { file: name === file.name ? file : toFile(file, name, original), format };
}

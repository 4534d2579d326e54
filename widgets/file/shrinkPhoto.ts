import { getFileExtension } from '#schemas/files/files.rules.ts';
import { fileLimits, heicExtensions } from '#schemas/files/limits.ts';
import { redrawPicture } from '#src/ui/redrawPicture.ts';

const { photoMaxSidePx, photoQuality } = fileLimits;

export const isPhotoExtension = (extension: string): boolean =>
  extension === 'jpg' || extension === 'jpeg';

/** Returns true for a photo of an iPhone, which few programs can open. */
export const isHeic = ({ name }: { name: string }): boolean =>
  (heicExtensions as readonly string[]).includes(getFileExtension(name));

/** Returns true if the device may shrink this file before the upload. */
export const isPhoto = (file: { name: string }): boolean =>
  isPhotoExtension(getFileExtension(file.name)) || isHeic(file);

/** Returns the photo as a JPEG; undefined where the browser cannot read it. Safari can. */
async function convertHeic(file: File, maxSidePx: number): Promise<File | undefined> {
  const photo = await redrawPicture({
    file,
    frame: { maxSidePx: maxSidePx || Number.MAX_SAFE_INTEGER },
    isAlways: true,
    paper: '#fff',
    encoding: { type: 'image/jpeg', quality: photoQuality },
  }).catch(() => undefined);
  const name = file.name.replace(/\.[^.]+$/, '.jpg');
  return photo && new File([photo], name, { type: photo.type, lastModified: file.lastModified });
}

/**
 * Returns the photo upright, scaled down and without its GPS position. Returns the file itself if
 * it is small or unreadable. A HEIC photo becomes a JPEG if the element takes one.
 */
export async function shrinkPhoto(
  file: File,
  { maxSidePx = photoMaxSidePx, takesJpeg }: { maxSidePx?: number | undefined; takesJpeg: boolean },
): Promise<File> {
  if (!isPhoto(file) || typeof Worker === 'undefined') return file;
  if (isHeic(file)) return (takesJpeg && (await convertHeic(file, maxSidePx))) || file;
  if (maxSidePx === 0) return file;
  const photo = await redrawPicture({
    file,
    frame: { maxSidePx },
    paper: '#fff',
    encoding: { type: 'image/jpeg', quality: photoQuality },
  }).catch(() => undefined);
  return photo && photo.size < file.size
    ? new File([photo], file.name, { type: photo.type, lastModified: file.lastModified })
    : file;
}

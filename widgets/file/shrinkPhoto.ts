import { fileExtension } from '#schemas/files/files.rules.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { redrawPicture } from '#src/ui/redrawPicture.ts';

const { photoMaxSidePx, photoQuality } = fileLimits;

export const isPhotoExtension = (extension: string): boolean =>
  extension === 'jpg' || extension === 'jpeg';

/** Returns true if the device may shrink this file before the upload. */
export const isPhoto = ({ name }: { name: string }): boolean =>
  isPhotoExtension(fileExtension(name));

/**
 * Returns the photo upright, scaled down and without its GPS position. Returns the file itself if
 * it is small or unreadable.
 */
export async function shrinkPhoto(file: File, maxSidePx: number = photoMaxSidePx): Promise<File> {
  if (maxSidePx === 0 || !isPhoto(file) || typeof Worker === 'undefined') return file;
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

import { fileExtension } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';
import { redrawPicture } from '#src/ui/redrawPicture.ts';

const { photoMaxSidePx, photoQuality } = limits.file;

export const isPhotoExtension = (extension: string): boolean =>
  extension === 'jpg' || extension === 'jpeg';

/** Whether the device may make this file smaller before it is sent. */
export const isPhoto = ({ name }: { name: string }): boolean =>
  isPhotoExtension(fileExtension(name));

/** The photo upright, scaled down and without its position, or the file as it is when it is small, or none that can be read. */
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

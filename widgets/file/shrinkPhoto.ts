import { fileExtension } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';

/** What the worker is asked. */
export type PhotoRequest = { file: File; maxSidePx: number; quality: number };

const { photoMaxSidePx, photoQuality, photoTimeoutMs } = limits.file;

export const isPhotoExtension = (extension: string): boolean => extension === 'jpg' || extension === 'jpeg';

/** Whether the device may make this file smaller before it is sent. */
export const isPhoto = ({ name }: { name: string }): boolean => isPhotoExtension(fileExtension(name));

/** In a worker, so that the page stays quick; one picture of a phone takes 200 MB there, so each has its own. */
function askWorker(request: PhotoRequest): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./photoWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob | undefined>((resolve) => {
    setTimeout(resolve, photoTimeoutMs);
    worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => resolve(data);
    worker.onerror = () => resolve(undefined);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

let last: Promise<unknown> = Promise.resolve();

/** The photo upright, scaled down and without its position, or the file as it is when it is small, or none that can be read. */
export async function shrinkPhoto(file: File, maxSidePx: number = photoMaxSidePx): Promise<File> {
  if (maxSidePx === 0 || !isPhoto(file) || typeof Worker === 'undefined') return file;
  const next = last.then(() => askWorker({ file, maxSidePx, quality: photoQuality })); // one at a time: phones have little memory
  last = next.catch(() => undefined); // one that fails does not fail those behind it
  const photo = await next;
  return photo && photo.size < file.size ? new File([photo], file.name, { type: photo.type, lastModified: file.lastModified }) : file;
}

import type { PhotoRequest } from './shrinkPhoto.ts';

/** Upright, at most so large, and without what the camera wrote beside the picture; undefined when it is small enough as it is. */
async function shrink({ file, maxSidePx, quality }: PhotoRequest): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = maxSidePx / Math.max(picture.width, picture.height);
  if (scale >= 1) return undefined;
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => {
  shrink(data).then((photo) => postMessage(photo), () => postMessage(undefined)); // no picture this browser can read: it goes as it is
});

import { limits } from '#schemas/limits.ts';

/** A file that is no picture this device can read. */
export class UnusablePicture extends Error {}

/** A picture ready to be cut out. */
export type Source = {
  canvas: HTMLCanvasElement;
  /** Where the page can show it; to be revoked. */
  url: string;
};

/** A square of the turned picture, in its pixels, as the cropper tells it. */
export type Area = { x: number; y: number; width: number; height: number };

const { sidePx, quality, maxSourceSidePx } = limits.picture;

function sheet(width: number, height: number): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnusablePicture();
  pen.imageSmoothingQuality = 'high';
  return { canvas, pen };
}

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UnusablePicture())), 'image/jpeg', quality));

/** Upright as the camera was held, no larger than needed, without what the camera wrote beside the picture. */
export async function openPicture(file: Blob): Promise<Source> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => { throw new UnusablePicture(); });
  const scale = Math.min(1, maxSourceSidePx / Math.max(bitmap.width, bitmap.height));
  const { canvas, pen } = sheet(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  pen.fillStyle = '#fff'; // behind a picture that is clear in places
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { canvas, url: URL.createObjectURL(await toBlob(canvas)) };
}

/** Width and height of the upright rectangle around a turned picture. */
export function turnedSize({ width, height }: { width: number; height: number }, degrees: number): { width: number; height: number } {
  const [sin, cos] = [Math.abs(Math.sin((degrees * Math.PI) / 180)), Math.abs(Math.cos((degrees * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** The square as a small JPEG. */
export async function cutOut({ canvas: picture }: Source, area: Area, degrees: number): Promise<Blob> {
  const side = Math.min(sidePx, Math.round(area.width));
  const { canvas, pen } = sheet(side, side);
  const turned = turnedSize(picture, degrees);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.scale(side / area.width, side / area.height);
  pen.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
  pen.rotate((degrees * Math.PI) / 180);
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return toBlob(canvas);
}

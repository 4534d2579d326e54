import { pictureLimits } from '#schemas/files/limits.ts';
import { redrawPicture, UnusablePicture } from '#src/ui/redrawPicture.ts';

/** A decoded picture to crop. */
export type Source = {
  /** Close it after use. */
  picture: ImageBitmap;
  /** An object URL; revoke it after use. */
  url: string;
};

/** A square of the rotated picture, in its pixels. */
export type Area = { x: number; y: number; width: number; height: number };

const paper = '#fff'; // behind transparent pixels
const { sidePx, quality, maxSourceSidePx } = pictureLimits;

function createCanvas(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnusablePicture();
  pen.imageSmoothingQuality = 'high';
  return { canvas, pen };
}

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnusablePicture())),
      'image/jpeg',
      quality,
    ),
  );

const readBitmap = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnusablePicture();
  });

/**
 * Decodes a file, rotates it by its EXIF orientation and scales it down. Rejects with
 * UnusablePicture, or NoPictureWorker.
 */
export async function openPicture(file: Blob): Promise<Source> {
  const picture =
    (await redrawPicture({
      file,
      frame: { maxSidePx: maxSourceSidePx },
      paper,
      encoding: { type: 'image/jpeg', quality },
    })) ?? file;
  return { picture: await readBitmap(picture), url: URL.createObjectURL(picture) };
}

/** Returns width and height of the bounding box of a rotated picture. */
export function getTurnedSize(
  { width, height }: { width: number; height: number },
  degrees: number,
): { width: number; height: number } {
  const [sin, cos] = [
    Math.abs(Math.sin((degrees * Math.PI) / 180)),
    Math.abs(Math.cos((degrees * Math.PI) / 180)),
  ];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Returns the square as a small JPEG. */
export async function cropPicture({ picture }: Source, area: Area, degrees: number): Promise<Blob> {
  const side = Math.min(sidePx, Math.round(area.width));
  const { canvas, pen } = createCanvas(side, side);
  const turned = getTurnedSize(picture, degrees);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, side, side);
  pen.scale(side / area.width, side / area.height);
  pen.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
  pen.rotate((degrees * Math.PI) / 180);
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return toBlob(canvas);
}

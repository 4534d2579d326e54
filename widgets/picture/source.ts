import { limits } from '#schemas/limits.ts';
import { redrawPicture, UnusablePicture } from '#src/ui/redrawPicture.ts';

/** A picture ready to be cut out. */
export type Source = {
  /** To be closed. */
  picture: ImageBitmap;
  /** Where the page can show it; to be revoked. */
  url: string;
};

/** A square of the turned picture, in its pixels, as the cropper tells it. */
export type Area = { x: number; y: number; width: number; height: number };

const paper = '#fff'; // behind a picture that is clear in places
const { sidePx, quality, maxSourceSidePx } = limits.picture;

function sheet(
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

/** Upright as the camera was held and no larger than needed. Rejects with UnusablePicture. */
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

/** Width and height of the upright rectangle around a turned picture. */
export function turnedSize(
  { width, height }: { width: number; height: number },
  degrees: number,
): { width: number; height: number } {
  const [sin, cos] = [
    Math.abs(Math.sin((degrees * Math.PI) / 180)),
    Math.abs(Math.cos((degrees * Math.PI) / 180)),
  ];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** The square as a small JPEG. */
export async function cutOut({ picture }: Source, area: Area, degrees: number): Promise<Blob> {
  const side = Math.min(sidePx, Math.round(area.width));
  const { canvas, pen } = sheet(side, side);
  const turned = turnedSize(picture, degrees);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, side, side);
  pen.scale(side / area.width, side / area.height);
  pen.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
  pen.rotate((degrees * Math.PI) / 180);
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return toBlob(canvas);
}

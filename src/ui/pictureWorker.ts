import { isBlankPicture } from './isBlankPicture.ts';
import { computeRedrawnSize, type PictureSize } from './redrawnSize.ts';
import type { Redraw, Redrawn } from './redrawPicture.ts';

/** Returns the size of a picture that fills a sheet as far as possible. */
function fit(picture: PictureSize, sheet: PictureSize): PictureSize {
  const scale = Math.min(sheet.width / picture.width, sheet.height / picture.height);
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}

/** Redraws a picture upright, in its frame and without metadata; no picture if it fits unchanged. */
async function redraw({
  file,
  frame,
  isAlways = false,
  refusesBlank = false,
  paper,
  encoding,
}: Redraw): Promise<Redrawn> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const size =
    'maxSidePx' in frame
      ? computeRedrawnSize(picture, frame.maxSidePx, isAlways)
      : fit(picture, frame);
  if (!size) return { isReadable: true, picture: undefined };
  const { width, height } = size;
  const sheet = 'maxSidePx' in frame ? size : frame;
  const canvas = new OffscreenCanvas(sheet.width, sheet.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  pen.drawImage(picture, left, top, width, height);
  picture.close();
  // rounded inwards, because the paper around it has another color
  const [innerWidth, innerHeight] = [Math.max(width - 1, 1), Math.max(height - 1, 1)];
  if (refusesBlank) {
    const { data } = pen.getImageData(Math.ceil(left), Math.ceil(top), innerWidth, innerHeight);
    if (isBlankPicture(data)) return { isReadable: false, isBlank: true };
  }
  return { isReadable: true, picture: await canvas.convertToBlob(encoding) };
}

addEventListener('message', ({ data }: MessageEvent<Redraw>) => {
  const tell = (redrawn: Redrawn) => postMessage(redrawn);
  redraw(data).then(tell, () => tell({ isReadable: false }));
});

import { computeRedrawnSize, type PictureSize } from './redrawnSize.ts';
import type { Redraw, Redrawn } from './redrawPicture.ts';

/** Returns the size of a picture that fills a sheet as far as possible. */
function fit(picture: PictureSize, sheet: PictureSize): PictureSize {
  const scale = Math.min(sheet.width / picture.width, sheet.height / picture.height);
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}

/** Redraws a picture upright, in its frame and without metadata; undefined if it fits unchanged. */
async function redraw({
  file,
  frame,
  isAlways = false,
  paper,
  encoding,
}: Redraw): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const size =
    'maxSidePx' in frame
      ? computeRedrawnSize(picture, frame.maxSidePx, isAlways)
      : fit(picture, frame);
  if (!size) return undefined;
  const { width, height } = size;
  const sheet = 'maxSidePx' in frame ? size : frame;
  const canvas = new OffscreenCanvas(sheet.width, sheet.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  picture.close();
  return canvas.convertToBlob(encoding);
}

addEventListener('message', ({ data }: MessageEvent<Redraw>) => {
  const tell = (redrawn: Redrawn) => postMessage(redrawn);
  redraw(data).then(
    (picture) => tell({ isReadable: true, picture }),
    () => tell({ isReadable: false }),
  );
});

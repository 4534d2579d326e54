import type { Redraw, Redrawn } from './redrawPicture.ts';

/** Redraws a picture upright, in its frame and without metadata; undefined if it fits unchanged. */
async function redraw({
  file,
  frame,
  isAlways = false,
  paper,
  encoding,
}: Redraw): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const fitting =
    'maxSidePx' in frame
      ? frame.maxSidePx / Math.max(picture.width, picture.height)
      : Math.min(frame.width / picture.width, frame.height / picture.height);
  if ('maxSidePx' in frame && fitting >= 1 && !isAlways) return undefined;
  const scale = 'maxSidePx' in frame ? Math.min(fitting, 1) : fitting;
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas =
    'maxSidePx' in frame
      ? new OffscreenCanvas(width, height)
      : new OffscreenCanvas(frame.width, frame.height);
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

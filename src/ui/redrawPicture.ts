/** A picture that this device cannot decode, or not in time. */
export class UnusablePicture extends Error {}
/** A picture on which nothing is to be seen. */
export class BlankPicture extends UnusablePicture {}
/** The code that draws pictures did not load. The same picture may be drawn later. */
export class NoPictureWorker extends Error {}

/** The request to the worker. */
export type Redraw = {
  file: Blob;
  /** A maximum side, or a sheet of this size with the picture in its middle. */
  frame: { maxSidePx: number } | { width: number; height: number };
  /** Redraws a picture that already fits too, to change its format. */
  isAlways?: boolean;
  /** Rejects a picture without any contrast. */
  refusesBlank?: boolean;
  /** Background of transparent parts. */
  paper: string;
  encoding: { type: 'image/png' } | { type: 'image/jpeg'; /** 0 to 1 */ quality: number };
};

/** The worker's response, without a picture if the file fits unchanged. */
export type Redrawn =
  { isReadable: true; picture: Blob | undefined } | { isReadable: false; isBlank?: boolean };

const patienceMs = 30_000;

async function askWorker(request: Redraw): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./pictureWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob | undefined>((resolve, reject) => {
      const fail = () => reject(new UnusablePicture());
      setTimeout(fail, patienceMs);
      worker.onmessage = ({ data }: MessageEvent<Redrawn>) => {
        if (data.isReadable) resolve(data.picture);
        else reject(data.isBlank ? new BlankPicture() : new UnusablePicture());
      };
      // a script that does not load fires an event without a message
      worker.onerror = ({ message }: Partial<ErrorEvent>) =>
        message === undefined ? reject(new NoPictureWorker()) : fail();
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Redraws a picture upright, in a frame and without its metadata (location, camera). Undefined if
 * it fits unchanged. A photo needs 200 MB in the worker, so pictures are redrawn one at a time,
 * each in a new worker. Rejects with UnusablePicture, its BlankPicture, or NoPictureWorker.
 */
export function redrawPicture(request: Redraw): Promise<Blob | undefined> {
  const next = last.then(() => askWorker(request));
  last = next.catch(() => undefined); // a failure does not reject the next one
  return next;
}

/** A picture that this device cannot read, or takes too long to. */
export class UnusablePicture extends Error {}

/** What the worker is asked. */
export type Redraw = {
  file: Blob;
  /** At most so large and of its own shape; or in the middle of a sheet of this size. */
  frame: { maxSidePx: number } | { width: number; height: number };
  /** Colour behind a picture that is clear in places. */
  paper: string;
  encoding: { type: 'image/png' } | { type: 'image/jpeg'; /** 0 to 1 */ quality: number };
};

/** What it answers; without a picture where the file fits its frame as it is. */
export type Redrawn = { isReadable: true; picture: Blob | undefined } | { isReadable: false };

const patienceMs = 30_000;

async function askWorker(request: Redraw): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./pictureWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob | undefined>((resolve, reject) => {
      const fail = () => reject(new UnusablePicture());
      setTimeout(fail, patienceMs);
      worker.onmessage = ({ data }: MessageEvent<Redrawn>) =>
        data.isReadable ? resolve(data.picture) : fail();
      worker.onerror = fail;
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * A picture drawn anew: upright, in a frame, and without place and camera that a photo tells of. Undefined where it fits
 * its frame as it is. In a worker, so that the page stays quick; one picture of a phone takes 200 MB there, so each has
 * its own, one at a time. Rejects with UnusablePicture.
 */
export function redrawPicture(request: Redraw): Promise<Blob | undefined> {
  const next = last.then(() => askWorker(request));
  last = next.catch(() => undefined); // one that fails does not fail those behind it
  return next;
}

import { afterEach, expect, it, vi } from 'vitest';
import {
  NoPictureWorker,
  redrawPicture,
  UnusablePicture,
  type Redraw,
  type Redrawn,
} from './redrawPicture.ts';

afterEach(() => vi.unstubAllGlobals());

const request: Redraw = {
  file: new Blob(['xxxx']),
  frame: { maxSidePx: 100 },
  paper: '#fff',
  encoding: { type: 'image/png' },
};

const workersAnswer = (answer: Redrawn) =>
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: Redrawn }) => void;
      postMessage = () => this.onmessage?.({ data: answer });
      terminate = () => undefined;
    },
  );

it('A failed picture does not fail the next one', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new Error('No more workers');
      }
    },
  );
  await expect(redrawPicture(request)).rejects.toThrow('No more workers');
  workersAnswer({ isReadable: false });
  await expect(redrawPicture(request)).rejects.toThrow(UnusablePicture);
  const picture = new Blob(['x']);
  workersAnswer({ isReadable: true, picture });
  await expect(redrawPicture(request)).resolves.toBe(picture);
});

it('A picture is not called unusable when the code of the worker did not load', async () => {
  const workersFail = (event: Event) =>
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: (event: Event) => void;
        postMessage = () => this.onerror?.(event);
        terminate = () => undefined;
      },
    );
  workersFail(new Event('error'));
  await expect(redrawPicture(request)).rejects.toThrow(NoPictureWorker);
  workersFail(Object.assign(new Event('error'), { message: 'RangeError' }));
  await expect(redrawPicture(request)).rejects.toThrow(UnusablePicture);
});

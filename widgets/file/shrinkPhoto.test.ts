import { afterEach, expect, it, vi } from 'vitest';
import { shrinkPhoto } from './shrinkPhoto.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes the next photo smaller after one has failed', async () => {
  vi.stubGlobal('Worker', class { constructor() { throw new Error('No more workers'); } });
  await expect(shrinkPhoto(new File(['xxxx'], 'eins.jpg'))).rejects.toThrow('No more workers');

  vi.stubGlobal('Worker', class {
    onmessage?: (event: { data: Blob }) => void;
    postMessage = () => this.onmessage?.({ data: new Blob(['x']) });
    terminate = () => undefined;
  });
  expect((await shrinkPhoto(new File(['xxxx'], 'zwei.jpg'))).size).toBe(1);
});

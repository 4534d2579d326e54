import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attachmentExtensions } from '#schemas/files/limits.ts';
import { NoPictureWorker } from '#src/ui/redrawPicture.ts';
import { isUntaken, predictName, shrinkPhoto } from './shrinkPhoto.ts';

const heads = {
  jpeg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF\x24\0\0\0WEBPVP8 ',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
};
const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** A file of this format, larger than what the worker returns. */
const makeFile = (name: string, format: keyof typeof heads) =>
  new File([toBytes(heads[format]), new Uint8Array(1_000)], name);

const asked: { isAlways?: boolean }[] = [];
let drawn: Blob | undefined;
let isLoaded: boolean;
beforeEach(() => {
  drawn = new Blob(['small'], { type: 'image/jpeg' });
  isLoaded = true;
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: object }) => void;
      onerror?: (event: Event) => void;
      postMessage(request: { isAlways?: boolean }) {
        asked.push(request);
        if (!isLoaded) return this.onerror?.(new Event('error'));
        this.onmessage?.({
          data: drawn ? { isReadable: true, picture: drawn } : { isReadable: false },
        });
      }
      terminate = () => undefined;
    },
  );
});
afterEach(() => {
  asked.splice(0);
  vi.unstubAllGlobals();
});

const all = attachmentExtensions;
it.each([
  ['foto.jpg', 'jpeg', all, 'foto.jpg', false],
  ['foto.jpg', 'jpeg', ['jpg'], 'foto.jpg', false],
  ['foto.jfif', 'jpeg', all, 'foto.jfif', false],
  ['foto.jfif', 'jpeg', ['jpg'], 'foto.jpg', false],
  ['IMG 1.HEIC', 'heic', all, 'IMG 1.jpg', true],
  ['IMG 1.jpg', 'heic', all, 'IMG 1.jpg', true],
  ['foto.webp', 'webp', ['jpg'], 'foto.jpg', true],
  ['foto.jpg', 'webp', ['jpg'], 'foto.jpg', true],
  ['foto.png', 'webp', ['jpg', 'png'], 'foto.jpg', true],
] as const)(
  'A photo %s with the content %s is sent as a JPEG to a field that takes %j',
  async (name, format, extensions, sent, isAlways) => {
    const { file } = await shrinkPhoto(makeFile(name, format), { extensions });
    expect([file.name, file.type, file.size]).toEqual([sent, 'image/jpeg', 5]);
    expect(asked).toMatchObject([{ isAlways }]);
  },
);

it.each([
  ['foto.webp', 'webp', all],
  ['foto.png', 'png', all],
  ['foto.png', 'webp', all],
  ['IMG.heic', 'heic', ['heic']],
] as const)('A photo %s with the content %s is sent as it is', async (name, format, extensions) => {
  const original = makeFile(name, format);
  expect(await shrinkPhoto(original, { extensions })).toEqual({ file: original, format });
  expect(asked).toEqual([]);
});

it('An unreadable photo is sent as it is, unless the field does not take it', async () => {
  drawn = undefined;
  const heic = makeFile('IMG.jpg', 'heic');
  const photo = await shrinkPhoto(heic, { extensions: ['jpg'] });
  expect(photo).toEqual({ file: heic, format: 'heic' });
  expect([isUntaken(photo, ['jpg']), isUntaken(photo, all)]).toEqual([true, false]);
  const webp = await shrinkPhoto(makeFile('foto.jpg', 'webp'), { extensions: ['jpg'] });
  expect(isUntaken(webp, ['jpg'])).toBe(false);
});

it('A photo is not refused for good while the code that converts it does not load', async () => {
  isLoaded = false;
  const heic = makeFile('IMG.heic', 'heic');
  await expect(shrinkPhoto(heic, { extensions: ['jpg'] })).rejects.toThrow(NoPictureWorker);
  expect((await shrinkPhoto(heic, { extensions: all })).file).toBe(heic);
  const jpeg = makeFile('IMG.jpg', 'jpeg');
  expect((await shrinkPhoto(jpeg, { extensions: ['jpg'] })).file).toBe(jpeg);
});

it('An author who needs originals gets a JPEG unchanged', async () => {
  const original = makeFile('foto.jpg', 'jpeg');
  const { file } = await shrinkPhoto(original, { maxSidePx: 0, extensions: ['jpg'] });
  expect(file).toBe(original);
});

it('The name after the conversion is known from the name of the photo', () => {
  expect(['a.heic', 'a.webp', 'a.jfif', 'a.png'].map((name) => predictName(name, ['jpg']))).toEqual(
    ['a.jpg', 'a.jpg', 'a.jpg', 'a.png'],
  );
  expect(['a.webp', 'a.jfif'].map((name) => predictName(name, all))).toEqual(['a.webp', 'a.jfif']);
  expect(predictName('a.heic', ['heic', 'pdf'])).toBe('a.heic');
});

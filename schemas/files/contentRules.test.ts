import { describe, expect, it } from 'vitest';
import { listContentRules, mayBeStoredAs } from '#schemas/files/contentRules.ts';
import { attachmentExtensions } from '#schemas/files/limits.ts';

const isTaken = (extension: string, head: string) => listContentRules(extension, head).length > 0;
const listStoredAs = (extension: string, head: string) =>
  listContentRules(extension, head).map(({ storedAs }) => storedAs);

it('No allowed extension takes a program', () => {
  for (const extension of [...attachmentExtensions, 'exe'])
    for (const head of ['MZ\x90\0\x03\0\0\0', '\x7fELF\x02\x01\x01\0'])
      expect([extension, isTaken(extension, head)]).toEqual([extension, false]);
});

describe('Pictures', () => {
  const heic = '\0\0\0\x28ftypheic\0\0\0\0mif1heic';
  const webp = 'RIFF\x4e\0\0\0WEBPVP8 ';
  it.each([
    ['a JPEG', 'jpg', '\xff\xd8\xff\xe0'],
    ['a PNG', 'png', '\x89PNG\r\n\x1a\n'],
    ['a GIF', 'gif', 'GIF89a'],
    ['a TIFF', 'tif', 'II*\0'],
    ['a WebP picture', 'webp', webp],
    ['an AVIF picture', 'avif', '\0\0\0\x1cftypavif\0\0\0\0mif1'],
    ['an AVIF picture by its second brand', 'avif', '\0\0\0\x1cftypmif1\0\0\0\0miafavif'],
    ['a HEIC photo', 'heic', heic],
    ['a HEIC photo of a brand for any picture', 'heic', '\0\0\0\x18ftypmif1\0\0\0\0heic'],
  ])('The content of %s is stored as .%s under the name of another picture', (_, own, head) => {
    const other = own === 'bmp' ? 'png' : 'bmp';
    expect([listStoredAs(own, head), listStoredAs(other, head)]).toEqual([[undefined], [own]]);
  });

  it('Every extension of a format is kept', () => {
    expect(
      ['jpg', 'jpeg', 'jfif'].map((extension) => listStoredAs(extension, '\xff\xd8\xff')),
    ).toEqual([[undefined], [undefined], [undefined]]);
    expect(listStoredAs('heif', heic)).toEqual([undefined]);
  });

  it.each([
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0isom'],
    ['a film with a far brand', '\0\0\0\x18ftypmp42\0\0\0\0isomavc1avif'],
    ['a sound', 'RIFF\x4e\0\0\0WAVEfmt '],
    ['a page', '<html>'],
    ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ])('The content of %s is not taken as a picture', (_, head) => {
    expect(['jpg', 'heic', 'webp'].map((extension) => isTaken(extension, head))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

it('A retry is recognised by the extensions that its first upload may have got', () => {
  expect(
    [
      ['jpg', 'jpg'],
      ['jpg', 'webp'],
    ].map(([sent = '', stored = '']) => mayBeStoredAs(sent, stored)),
  ).toEqual([true, true]);
  expect(
    [
      ['txt', 'csv'],
      ['jpg', 'pdf'],
      ['doc', 'docx'],
    ].map(([sent = '', stored = '']) => mayBeStoredAs(sent, stored)),
  ).toEqual([false, false, false]);
});

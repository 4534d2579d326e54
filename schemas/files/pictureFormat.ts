/** Bytes decoded as Latin-1, as the signatures are written. */
export type Bytes = string;

export const startsWith =
  (...signatures: readonly Bytes[]) =>
  (head: Bytes): boolean =>
    signatures.some((signature) => head.startsWith(signature));

/** Number of first bytes that `findPictureFormat` needs. */
export const pictureHeadBytes = 128;

/** Major and compatible brands of a file in the format of ISO 14496-12; none for other files. */
function listBrands(head: Bytes): string[] {
  if (head.slice(4, 8) !== 'ftyp') return [];
  const boxBytes = head.charCodeAt(2) * 256 + head.charCodeAt(3);
  const compatible = head.slice(16, Math.min(boxBytes, pictureHeadBytes)).match(/.{4}/gs) ?? [];
  return [head.slice(8, 12), ...compatible];
}

const avifBrands = ['avif', 'avis'];
/** Brands of HEVC pictures. Those with `m` or `s` have several layers. */
const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Brands of any picture in a HEIF file. Compatible brands name its compression. */
const heifBrands = ['mif1', 'mif2', 'msf1'];

const isAvif = (head: Bytes): boolean => {
  const [major = '', ...compatible] = listBrands(head);
  return (
    avifBrands.includes(major) ||
    (heifBrands.includes(major) && compatible.some((brand) => avifBrands.includes(brand)))
  );
};
const isHeic = (head: Bytes): boolean => {
  const [major = ''] = listBrands(head);
  return [...hevcBrands, ...heifBrands].includes(major) && !isAvif(head);
};

/** Extensions of each picture format, the usual one first. */
export const pictureFormats = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  gif: ['gif'],
  bmp: ['bmp'],
  tiff: ['tif', 'tiff'],
  webp: ['webp'],
  avif: ['avif'],
  heic: ['heic', 'heif'],
} as const;
export type PictureFormat = keyof typeof pictureFormats;

const beginnings: Readonly<Record<PictureFormat, (head: Bytes) => boolean>> = {
  jpeg: startsWith('\xff\xd8\xff'),
  png: startsWith('\x89PNG\r\n\x1a\n'),
  gif: startsWith('GIF87a', 'GIF89a'),
  bmp: startsWith('BM'),
  tiff: startsWith('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  webp: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
  avif: isAvif,
  heic: isHeic,
};

/** Returns the format of a picture by its first bytes; undefined if it is none that we know. */
export const findPictureFormat = (head: Bytes): PictureFormat | undefined =>
  (Object.keys(beginnings) as PictureFormat[]).find((format) => beginnings[format](head));

/** Returns the format that an extension names. */
export const getNamedFormat = (extension: string): PictureFormat | undefined =>
  (Object.keys(pictureFormats) as PictureFormat[]).find((format) =>
    (pictureFormats[format] as readonly string[]).includes(extension),
  );

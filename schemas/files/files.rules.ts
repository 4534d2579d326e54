import {
  attachmentExtensions,
  photoExtensions,
  thumbnailExtensions,
} from '#schemas/files/limits.ts';

/** Returns the lower-case extension without the dot; '' without one. */
export function getFileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** An author's list can only narrow the product's list (docs/behaviour/files.md#allowed-types). */
export function isAllowedAttachment(
  fileName: string,
  authorExtensions?: readonly string[],
): boolean {
  const extension = getFileExtension(fileName);
  const allowed: readonly string[] = attachmentExtensions;
  return (
    allowed.includes(extension) &&
    (authorExtensions === undefined || authorExtensions.includes(extension))
  );
}

/** Returns true for files with a thumbnail (docs/behaviour/files.md#previews). */
export function hasThumbnail(extension: string): boolean {
  return (thumbnailExtensions as readonly string[]).includes(extension);
}

/** Returns true for files listed among the photos of a case. */
export const isPhoto = (extension: string): boolean =>
  (photoExtensions as readonly string[]).includes(extension);

/** Returns the viewer of a file: picture, PDF, text or video; undefined for download only. */
export function getViewKind(extension: string): 'picture' | 'pdf' | 'text' | 'video' | undefined {
  if (extension === 'pdf') return 'pdf';
  if (extension === 'txt' || extension === 'csv') return 'text';
  if (extension === 'mp4') return 'video';
  return hasThumbnail(extension) ? 'picture' : undefined;
}

// Control, zero-width and bidirectional characters, which can disguise "gpj.exe" as "exe.jpg".
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Cuts at character boundaries, because a stream decoder holds back incomplete ones. */
const clipBytes = (text: string, maxBytes: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Math.max(maxBytes, 0)), {
    stream: true,
  });

/** A short word, so that a name with "Dr. Müller: …" has none. */
const lastExtension = /\.[\p{L}\p{N}]{1,10}$/u;

/** Splits a file name into stem and extension with its dot; the extension can be empty. */
export function splitFileName(name: string): { stem: string; extension: string } {
  const at = name.search(lastExtension);
  return at > 0
    ? { stem: name.slice(0, at), extension: name.slice(at) }
    : { stem: name, extension: '' };
}

/** Windows drops dots and spaces at the end. */
const trimEnd = (name: string): string => name.replace(/[.\s]+$/, '');

/** Cleans a file name: no path, no invisible characters, limited bytes, extension kept. */
export function makeSafeFileName(given: string, maxBytes: number): string {
  const [last = ''] = given
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    .split('/')
    .slice(-1);
  const name = trimEnd(last.replace(invisible, '')).trim();
  if (countBytes(name) <= maxBytes) return name;
  const { stem, extension } = splitFileName(name);
  if (extension) return clipBytes(stem, maxBytes - countBytes(extension)) + extension;
  return trimEnd(splitFileName(clipBytes(name, maxBytes)).stem); // the cut must not make an extension
}

/** Decodes bytes as Latin-1, as the signatures below are written. */
export type Bytes = string;

type Kind = {
  /** Returns true when the first bytes match this kind. */
  begins: (head: Bytes) => boolean;
  /** Bytes that must occur somewhere; names in an archive are not compressed. */
  contains?: readonly Bytes[];
};

const startsWith =
  (...signatures: readonly Bytes[]) =>
  (head: Bytes): boolean =>
    signatures.some((signature) => head.startsWith(signature));
const zip = startsWith('PK\x03\x04', 'PK\x05\x06');
const makeOfficeKind = (folder: string): Kind => ({
  begins: zip,
  contains: ['[Content_Types].xml', folder],
});
const isProgram = (head: Bytes): boolean =>
  startsWith(
    '\x7fELF',
    '\xfe\xed\xfa\xce',
    '\xfe\xed\xfa\xcf',
    '\xce\xfa\xed\xfe',
    '\xcf\xfa\xed\xfe',
    '\xca\xfe\xba\xbe',
    '#!',
  )(head) ||
  (head.startsWith('MZ') && head.includes('\0'));

// readers accept bytes before it
const pdf: Kind = { begins: (head) => head.slice(0, 1024).includes('%PDF') };
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const isHeic = (head: Bytes): boolean =>
  head.slice(4, 8) === 'ftyp' && heicBrands.includes(head.slice(8, 12));

const isOlderPicture = startsWith(
  '\xff\xd8\xff',
  '\x89PNG\r\n\x1a\n',
  'GIF87a',
  'GIF89a',
  'BM',
  'II*\0',
  'MM\0*',
  'II+\0',
  'MM\0+',
);
/** Any picture format, because phones and messengers mix up extensions. */
const picture: Kind = { begins: (head) => isOlderPicture(head) || isHeic(head) };
const compound: Kind = { begins: startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') };
const rtf: Kind = { begins: startsWith('{\\rtf') };
const text: Kind = {
  begins: (head) => startsWith('\xff\xfe', '\xfe\xff')(head) || !head.includes('\0'),
};
/** Proprietary formats: accepted unchecked, only ever downloaded, never executable. */
const opaque: Kind = { begins: (head) => !isProgram(head) };

/**
 * Content rule of each allowed extension (docs/behaviour/files.md#content-checks). An old .doc is
 * often RTF.
 */
const kinds: Readonly<Record<(typeof attachmentExtensions)[number], readonly Kind[]>> = {
  pdf: [pdf],
  jpg: [picture],
  jpeg: [picture],
  png: [picture],
  gif: [picture],
  bmp: [picture],
  tif: [picture],
  tiff: [picture],
  heic: [picture],
  heif: [picture],
  doc: [compound, rtf],
  xls: [compound],
  msg: [compound],
  rtf: [rtf],
  docx: [makeOfficeKind('word/')],
  xlsx: [makeOfficeKind('xl/')],
  pptx: [makeOfficeKind('ppt/')],
  odt: [
    {
      begins: (head) =>
        zip(head) &&
        head.slice(30, 200).includes('mimetypeapplication/vnd.oasis.opendocument.text'),
    },
  ],
  zip: [{ begins: zip }],
  rar: [{ begins: startsWith('Rar!\x1a\x07') }],
  mp4: [{ begins: (head) => head.slice(4, 8) === 'ftyp' }],
  vob: [{ begins: startsWith('\0\0\x01\xba') }],
  txt: [text],
  csv: [text],
  exc: [opaque],
  eso: [opaque],
  sbf: [opaque],
  xv3: [opaque],
  emessage: [opaque],
  dvsdrw: [opaque],
  tuff: [opaque],
  xslm: [opaque],
};

/** Number of first bytes that `findContentRule` needs. */
export const headLength = 4_096;

/** Returns the content rule for an extension; undefined when the first bytes do not match. */
export function findContentRule(extension: string, head: Bytes): readonly Bytes[] | undefined {
  const kind = (kinds as Readonly<Record<string, readonly Kind[] | undefined>>)[extension]?.find(
    ({ begins }) => begins(head),
  );
  return kind && (kind.contains ?? []);
}

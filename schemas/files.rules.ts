import { attachmentExtensions, photoExtensions, thumbnailExtensions } from './limits.ts';

/** Lower-case extension without the dot, '' when there is none. */
export function fileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** product.md §5. An author's own list can only narrow the product's list. */
export function isAllowedAttachment(
  fileName: string,
  authorExtensions?: readonly string[],
): boolean {
  const extension = fileExtension(fileName);
  const allowed: readonly string[] = attachmentExtensions;
  return (
    allowed.includes(extension) &&
    (authorExtensions === undefined || authorExtensions.includes(extension))
  );
}

/** Whether a small picture of the file can be asked for (calls.md §9). */
export function hasThumbnail(extension: string): boolean {
  return (thumbnailExtensions as readonly string[]).includes(extension);
}

/** Whether a file stands among the photos of a case. */
export const isPhoto = (extension: string): boolean =>
  (photoExtensions as readonly string[]).includes(extension);

/** How the page itself can show a file: its preview, its pages, its text or as a film; undefined where it can only be downloaded. */
export function viewOf(extension: string): 'picture' | 'pdf' | 'text' | 'video' | undefined {
  if (extension === 'pdf') return 'pdf';
  if (extension === 'txt' || extension === 'csv') return 'text';
  if (extension === 'mp4') return 'video';
  return hasThumbnail(extension) ? 'picture' : undefined;
}

// Control characters and line breaks, what has no width, and what turns the reading direction and so makes "gpj.exe" look like "exe.jpg".
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Between characters: a stream's decoder holds back the bytes of one that is not complete. */
const clipBytes = (text: string, maxBytes: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Math.max(maxBytes, 0)), {
    stream: true,
  });

/** A name as it may be shown and stored: no path, nothing invisible, at most so many bytes; its extension is kept, unless that alone is too long. */
export function safeFileName(given: string, maxBytes: number): string {
  const [last = ''] = given
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    .split('/')
    .slice(-1);
  const name = last
    .replace(invisible, '')
    .replace(/[.\s]+$/, '')
    .trim();
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const stem = clipBytes(
    name.slice(0, name.length - extension.length),
    maxBytes - bytesOf(extension),
  );
  return clipBytes(stem + extension, maxBytes);
}

/** One character per byte, as the signatures below are written. */
export type Bytes = string;

type Kind = {
  /** Whether a file of this kind can begin like this. */
  begins: (head: Bytes) => boolean;
  /** What must stand somewhere in it: the names of an archive's parts are not compressed. */
  contains?: readonly Bytes[];
};

const startsWith =
  (...signatures: readonly Bytes[]) =>
  (head: Bytes): boolean =>
    signatures.some((signature) => head.startsWith(signature));
const zip = startsWith('PK\x03\x04', 'PK\x05\x06');
const office = (folder: string): Kind => ({
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

const pdf: Kind = { begins: (head) => head.slice(0, 1024).includes('%PDF') }; // readers allow for something before it
/** One by another picture's name is still a picture: phones and messengers mix these up. */
const picture: Kind = {
  begins: startsWith(
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    'GIF87a',
    'GIF89a',
    'BM',
    'II*\0',
    'MM\0*',
    'II+\0',
    'MM\0+',
  ),
};
const compound: Kind = { begins: startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') };
const rtf: Kind = { begins: startsWith('{\\rtf') };
const text: Kind = {
  begins: (head) => startsWith('\xff\xfe', '\xfe\xff')(head) || !head.includes('\0'),
};
/** Of a program of its own, in no form that is known here: taken as it is and only ever handed out to be saved. A program to run is none of them. */
const opaque: Kind = { begins: (head) => !isProgram(head) };

/** What each extension that may be attached stands for (security-and-reliability.md item 31). An old .doc is often RTF by another name. */
const kinds: Readonly<Record<(typeof attachmentExtensions)[number], readonly Kind[]>> = {
  pdf: [pdf],
  jpg: [picture],
  jpeg: [picture],
  png: [picture],
  gif: [picture],
  bmp: [picture],
  tif: [picture],
  tiff: [picture],
  doc: [compound, rtf],
  xls: [compound],
  msg: [compound],
  rtf: [rtf],
  docx: [office('word/')],
  xlsx: [office('xl/')],
  pptx: [office('ppt/')],
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

/** Bytes of a file's beginning that `contentRule` wants to see. */
export const headLength = 4_096;

/** What a file of this extension must contain besides beginning like one; undefined where it does not begin like one. */
export function contentRule(extension: string, head: Bytes): readonly Bytes[] | undefined {
  const kind = (kinds as Readonly<Record<string, readonly Kind[] | undefined>>)[extension]?.find(
    ({ begins }) => begins(head),
  );
  return kind && (kind.contains ?? []);
}

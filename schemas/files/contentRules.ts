import type { attachmentExtensions } from '#schemas/files/limits.ts';
import {
  findPictureFormat,
  getNamedFormat,
  pictureFormats,
  startsWith,
  type Bytes,
} from '#schemas/files/pictureFormat.ts';

/** A content that an extension may have (docs/behaviour/files.md#content-checks). */
export type ContentRule = {
  /** Bytes that must occur somewhere in the file. */
  contains: readonly Bytes[];
  /** The extension under which such a file is stored; undefined for the one of its name. */
  storedAs: string | undefined;
};

type Kind = {
  /** Returns true when the first bytes match this kind. */
  begins: (head: Bytes) => boolean;
  /** Bytes that must occur somewhere; names in an archive are not compressed. */
  contains?: readonly Bytes[];
};

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
/** Any picture format, because phones and messengers mix up extensions. */
const picture: Kind = { begins: (head) => findPictureFormat(head) !== undefined };

const compound: Kind = { begins: startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') };
const rtf: Kind = { begins: startsWith('{\\rtf') };

const text: Kind = {
  begins: (head) => startsWith('\xff\xfe', '\xfe\xff')(head) || !head.includes('\0'),
};
const media: Kind = { begins: (head) => head.slice(4, 8) === 'ftyp' };
/** Proprietary formats: accepted unchecked, only ever downloaded, never executable. */
const opaque: Kind = { begins: (head) => !isProgram(head) };

/** Kinds of each allowed extension; the first that matches applies. An old .doc is often RTF. */
const kinds: Readonly<Record<(typeof attachmentExtensions)[number], readonly Kind[]>> = {
  pdf: [pdf],
  jpg: [picture],
  jpeg: [picture],
  jfif: [picture],
  png: [picture],
  gif: [picture],
  bmp: [picture],
  tif: [picture],
  tiff: [picture],
  webp: [picture],
  avif: [picture],
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
  mp4: [media],
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

const listKinds = (extension: string): readonly Kind[] =>
  (kinds as Readonly<Record<string, readonly Kind[] | undefined>>)[extension] ?? [];

/** Returns the usual extension of a picture; undefined if its name has one of its format. */
function findPictureExtension(extension: string, head: Bytes): string | undefined {
  const format = findPictureFormat(head);
  return format && format !== getNamedFormat(extension) ? pictureFormats[format][0] : undefined;
}

/** Number of first bytes that `listContentRules` needs. */
export const headLength = 4_096;

/**
 * Lists the contents that an extension may have and that begin like this. The first whose bytes all
 * occur applies; the file is refused when none does.
 */
export const listContentRules = (extension: string, head: Bytes): readonly ContentRule[] =>
  listKinds(extension)
    .filter(({ begins }) => begins(head))
    .map((kind) => ({
      contains: kind.contains ?? [],
      storedAs: kind === picture ? findPictureExtension(extension, head) : undefined,
    }));

/** Returns true if a file that was sent with one extension may be stored with the other. */
export const mayBeStoredAs = (sent: string, stored: string): boolean =>
  sent === stored || (listKinds(sent).includes(picture) && getNamedFormat(stored) !== undefined);

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
  storedAs?: string;
};

const zip = startsWith('PK\x03\x04', 'PK\x05\x06');
const makeOfficeKind = (folder: string): Kind => ({
  begins: zip,
  contains: ['[Content_Types].xml', folder],
});
const word = makeOfficeKind('word/');
const excel = makeOfficeKind('xl/');
const powerPoint = makeOfficeKind('ppt/');

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
/** A compound file with a stream of this name, which is in UTF-16. */
const makeCompoundKind = (stream: string, storedAs: string): Kind => ({
  ...compound,
  contains: [[...stream].map((letter) => `${letter}\0`).join('')],
  storedAs,
});

const utf8Mark = '\xef\xbb\xbf';
/** Text without a byte order mark and the blank lines before its first word. */
const skipBlank = (head: Bytes): Bytes =>
  (head.startsWith(utf8Mark) ? head.slice(utf8Mark.length) : head).trimStart();
const rtf: Kind = { begins: (head) => skipBlank(head).startsWith('{\\rtf') };

/** Windows programs export UTF-16 without a mark: every second byte of a Latin text is zero. */
function isUnmarkedUtf16(head: Bytes): boolean {
  const pairs = head.match(/[^]{2}/g) ?? [];
  const isLatin = (pair: string): boolean => /^[\t\n\r -~\xa0-\xff]\0$/.test(pair);
  return pairs.length > 1 && pairs.filter(isLatin).length >= 0.9 * pairs.length;
}
const text: Kind = {
  begins: (head) =>
    startsWith('\xff\xfe', '\xfe\xff')(head) || !head.includes('\0') || isUnmarkedUtf16(head),
};
/** A table or letter that a program has exported as HTML, XML, MHTML or CSV under Office's name. */
const officeText: Kind = { begins: (head) => text.begins(head) && !isProgram(head) };
/** A mail begins with a header field, after the separator of a mailbox if it has one. */
const mail: Kind = {
  begins: (head) => /^(?:>?From [^\n]*\n)?[a-z][\w.-]*[ \t]*:(?!\/\/)/i.test(skipBlank(head)),
};

/** A film or sound of a phone. */
const media: Kind = { begins: (head) => head.slice(4, 8) === 'ftyp' };
/** QuickTime files before ISO 14496-12 begin with another box. */
const oldQuickTime: Kind = {
  begins: (head) => ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(head.slice(4, 8)),
};
/** An MP3 begins with its tags, or with a frame of MPEG audio. */
const mp3: Kind = { begins: (head) => /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/.test(head) };
const wave: Kind = { begins: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE' };
const ogg: Kind = { begins: startsWith('OggS') };
const makeOpenDocumentKind = (type: string): Kind => ({
  begins: (head) =>
    zip(head) && head.slice(30, 200).includes(`mimetypeapplication/vnd.oasis.opendocument.${type}`),
});
/** Proprietary formats: accepted unchecked, only ever downloaded, never executable. */
const opaque: Kind = { begins: (head) => !isProgram(head) };

/**
 * Kinds of each allowed extension; the first that matches applies. A file of new Office may be an
 * old one, which is stored as that because Office refuses it otherwise, or a protected one, which is
 * a compound file too. A file of old Office may be any that its program opens.
 */
const kinds: Readonly<Record<(typeof attachmentExtensions)[number], readonly Kind[]>> = {
  pdf: [pdf],
  jpg: [picture],
  jpeg: [picture],
  jpe: [picture],
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
  doc: [compound, rtf, word, officeText],
  xls: [compound, excel, officeText],
  msg: [compound],
  eml: [mail],
  rtf: [rtf],
  docx: [word, makeCompoundKind('WordDocument', 'doc'), compound],
  xlsx: [excel, makeCompoundKind('Workbook', 'xls'), makeCompoundKind('Book\0', 'xls'), compound],
  xlsm: [excel, compound],
  ppt: [compound, powerPoint, officeText],
  pptx: [powerPoint, compound],
  odt: [makeOpenDocumentKind('text')],
  ods: [makeOpenDocumentKind('spreadsheet')],
  zip: [{ begins: zip }],
  rar: [{ begins: startsWith('Rar!\x1a\x07') }],
  mp4: [media],
  mov: [media, oldQuickTime],
  '3gp': [media],
  m4a: [media],
  mp3: [mp3],
  wav: [wave],
  ogg: [ogg],
  opus: [ogg],
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
      storedAs: kind === picture ? findPictureExtension(extension, head) : kind.storedAs,
    }));

/** Returns true if a file that was sent with one extension may be stored with the other. */
export const mayBeStoredAs = (sent: string, stored: string): boolean =>
  sent === stored ||
  listKinds(sent).some((kind) =>
    kind === picture ? getNamedFormat(stored) !== undefined : kind.storedAs === stored,
  );

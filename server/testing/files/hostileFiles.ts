import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { eicar } from '#server/ports/virusScan.ts';
import {
  locked,
  nested,
  readyForHuge,
  withGap,
  withHidden,
  withTwoEnds,
  withUnlisted,
  buildZip,
} from '#server/testing/files/archives.ts';

/**
 * Hostile files, generated so that no scanner finds them in the sources, with the expected outcome
 * of each.
 */
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF');
const script = '<script>alert(1)</script>';
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]);
export const bytes = (text: string) => Buffer.from(text, 'latin1');
const word = (more: Record<string, Uint8Array> = {}) =>
  buildZip({
    '[Content_Types].xml': bytes('<Types/>'),
    'word/document.xml': bytes('<w:document/>'),
    ...more,
  });
const openText = buildZip({ mimetype: bytes('application/vnd.oasis.opendocument.text') }, 0);
const gif = bytes('GIF89a\x01\0\x01\0\0\0\0;');
const mebibyte = 1024 * 1024;

/** With data descriptors, like programs that do not know the size beforehand. */
export async function writtenAsItWent(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addEmptyDirectory('Fotos');
  zip.addReadStream(Readable.from([Buffer.alloc(50_000, 'abc')]), 'Fotos/Größe 🚗.txt');
  zip.addReadStream(Readable.from([bytes('b')]), 'b.txt', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

export type Outcome = { kept: string } | { refused: string };
export const kept = (name: string): Outcome => ({ kept: name });
export const refused = (reason: string): Outcome => ({ refused: reason });

export const corpus: [string, string, () => Buffer | Promise<Buffer>, Outcome][] = [
  ['a PDF', 'brief.pdf', () => pdf, kept('brief.pdf')],
  [
    'a PDF with something before it',
    'brief.pdf',
    () => Buffer.concat([bytes('\n\n'), pdf]),
    kept('brief.pdf'),
  ],
  [
    'a JPEG',
    'foto.JPG',
    () =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    kept('foto.JPG'),
  ],
  ['a Word document', 'brief.docx', () => word(), kept('brief.docx')],
  ['an OpenDocument text', 'brief.odt', () => openText, kept('brief.odt')],
  ['an old Word document that is RTF', 'alt.doc', () => bytes('{\\rtf1 alt}'), kept('alt.doc')],
  ['a text with umlauts', 'notiz.txt', () => Buffer.from('Grüße aus Köln 🚗'), kept('notiz.txt')],
  ['a text in UTF-16', 'notiz.txt', () => Buffer.from('\uFEFFGrüße', 'utf16le'), kept('notiz.txt')],
  [
    'a text that begins like a program',
    'notiz.txt',
    () => Buffer.from('MZ-Preisliste'),
    kept('notiz.txt'),
  ],
  [
    'a file of a program nobody knows',
    'akte.eso',
    () => bytes('\x07\x01\0\0ESO'),
    kept('akte.eso'),
  ],
  [
    'a name with umlauts and emoji',
    'Müllers Café 🚗👨\u200D👩\u200D👧.pdf',
    () => pdf,
    kept('Müllers Café 🚗👨\u200D👩\u200D👧.pdf'),
  ],
  ['a name with a path', '../../etc/cron.d/brief.pdf', () => pdf, kept('brief.pdf')],
  ['a name that reads backwards', 'rechnung\u202Efdp.pdf', () => pdf, kept('rechnungfdp.pdf')],
  ['two extensions, the last one true', 'setup.exe.pdf', () => pdf, kept('setup.exe.pdf')],
  [
    'a PNG that is called a JPEG',
    'foto.jpg',
    () =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    kept('foto.jpg'),
  ],

  ['nothing at all', 'leer.pdf', () => Buffer.alloc(0), refused('emptyFile')],
  [
    'two extensions, the last one a program',
    'rechnung.pdf.exe',
    () => pdf,
    refused('fileExtensionNotAllowed'),
  ],
  [
    'a program by a backwards name',
    'foto\u202Egpj.exe',
    () => program,
    refused('fileExtensionNotAllowed'),
  ],
  [
    'an extension with a dot behind it',
    'setup.exe.',
    () => program,
    refused('fileExtensionNotAllowed'),
  ],
  ['a drawing with a script', 'bild.svg', () => svg, refused('fileExtensionNotAllowed')],
  ['a page', 'seite.html', () => bytes(script), refused('fileExtensionNotAllowed')],
  ['a drawing with a script by another name', 'bild.png', () => svg, refused('contentNotAllowed')],
  ['a page as a picture', 'bild.gif', () => bytes(`<html>${script}`), refused('contentNotAllowed')],
  ['a program as a PDF', 'rechnung.pdf', () => program, refused('contentNotAllowed')],
  ['a program as a text', 'notiz.txt', () => program, refused('contentNotAllowed')],
  ['a program as a file nobody knows', 'akte.xv3', () => program, refused('contentNotAllowed')],
  ['a Word document as a PDF', 'brief.pdf', () => word(), refused('contentNotAllowed')],
  [
    'a zip as a Word document',
    'brief.docx',
    () => buildZip({ 'a.txt': bytes('a') }),
    refused('contentNotAllowed'),
  ],
  ['a Word document as a spreadsheet', 'liste.xlsx', () => word(), refused('contentNotAllowed')],

  [
    'a picture that is a script too',
    'bild.gif',
    () => Buffer.concat([gif, bytes(`/*${script}*/=1;alert(1)`)]),
    kept('bild.gif'),
  ], // served for download, never executed
  [
    'a PDF that is a zip too',
    'beides.pdf',
    () => Buffer.concat([pdf, buildZip({ 'a.txt': bytes('a') })]),
    kept('beides.pdf'),
  ],

  [
    'a film of almost the largest size',
    'film.mp4',
    () =>
      Buffer.concat([
        bytes('\0\0\0\x18ftypmp42'),
        Buffer.alloc(Math.floor(99.9 * mebibyte), 'film'),
      ]),
    kept('film.mp4'),
  ],
  [
    'a file of more than the largest size',
    'film.mp4',
    () => Buffer.concat([bytes('\0\0\0\x18ftypmp42'), Buffer.alloc(100 * mebibyte, 'film')]),
    refused('fileTooLarge'),
  ],
  ['a name with a NUL in it', 'rechnung.pdf\0.exe', () => pdf, refused('invalidInput')],
  ['a name of nothing but a path', '../../.pdf', () => pdf, refused('fileExtensionNotAllowed')],
  ['a name that is too long', `${'ä'.repeat(200)}.pdf`, () => pdf, kept(`${'ä'.repeat(125)}.pdf`)],
  [
    'a picture with more than 50 megapixels',
    'bild.png',
    () =>
      sharp({ create: { width: 10_001, height: 5_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    kept('bild.png'),
  ], // stored, never rendered: server/pictures/drawPicture.test.ts
  [
    'a PDF of which a page never ends',
    'brief.pdf',
    () => Buffer.concat([pdf, bytes('/F Do '.repeat(100))]),
    kept('brief.pdf'),
  ], // likewise

  [
    'a rar, which nothing but a scanner can look into',
    'akte.rar',
    () => bytes('Rar!\x1a\x07\x01\0'),
    refused('notScannable'),
  ],
  [
    'a rar in a zip',
    'akte.zip',
    () => buildZip({ 'a.rar': bytes('Rar!\x1a\x07\x01\0') }),
    refused('notScannable'),
  ],

  ['the test virus', 'notiz.txt', () => eicar, refused('virusFound')],
  [
    'the test virus at the end of a megabyte',
    'brief.pdf',
    () => Buffer.concat([pdf, Buffer.alloc(mebibyte, 'x'), eicar]),
    refused('virusFound'),
  ],
  [
    'the test virus in a zip',
    'akte.zip',
    () => buildZip({ 'a.txt': bytes('a'), 'b.txt': eicar }),
    refused('virusFound'),
  ],
  ['the test virus in a zip in a zip', 'akte.zip', () => nested(2, eicar), refused('virusFound')],
  [
    'the test virus in a Word document',
    'brief.docx',
    () => word({ 'word/media/a.bin': eicar }),
    refused('virusFound'),
  ],
  ['a zip in a zip', 'akte.zip', () => nested(2, bytes('Guten Tag')), kept('akte.zip')],
  ['zips in zips without end', 'akte.zip', () => nested(12, eicar), refused('notScannable')],
  ['a bomb', 'akte.zip', () => bomb(), refused('notScannable')],
  [
    'bombs in a zip',
    'akte.zip',
    () =>
      buildZip(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [
            `${index}.zip`,
            buildZip({ 'a.bin': Buffer.alloc(5 * mebibyte) }),
          ]),
        ),
      ),
    refused('notScannable'),
  ],
  [
    'a zip of very many files',
    'akte.zip',
    () =>
      buildZip(
        Object.fromEntries(
          Array.from({ length: 2_100 }, (_, index) => [`${index}.txt`, bytes('a')]),
        ),
        0,
      ),
    refused('notScannable'),
  ],
  [
    'a zip behind a password',
    'akte.zip',
    () => locked(buildZip({ 'a.txt': bytes('geheim') })),
    refused('notScannable'),
  ],
  [
    'a zip with a password for its second file',
    'akte.zip',
    () =>
      Buffer.concat([
        buildZip({ 'a.txt': bytes('a') }, 0).subarray(0, 36),
        locked(buildZip({ 'b.txt': bytes('b') }, 0)),
      ]),
    refused('notScannable'),
  ],
  [
    'a zip whose directory names an entry inside of another one',
    'akte.zip',
    () => withHidden(eicar),
    refused('notScannable'),
  ],
  [
    'such a zip in a zip',
    'akte.zip',
    () => buildZip({ 'a.zip': withHidden(eicar) }, 0),
    refused('notScannable'),
  ],
  [
    'a zip whose directory leaves an entry out',
    'akte.zip',
    () => withUnlisted(bytes('a'), bytes('b')),
    refused('notScannable'),
  ],
  [
    'a zip with something between its entries and its directory',
    'akte.zip',
    () => withGap(buildZip({ 'a.txt': bytes('a') }), bytes('PK??')),
    refused('notScannable'),
  ],
  [
    'a zip with two ends',
    'akte.zip',
    () => withTwoEnds(buildZip({ 'a.txt': bytes('a') })),
    refused('notScannable'),
  ],
  [
    'a zip of folders, empty files and names with umlauts',
    'akte.zip',
    () =>
      buildZip({
        'Fotos/': new Uint8Array(),
        'Fotos/Müllers Unfall 🚗.txt': bytes('a'),
        'leer.txt': new Uint8Array(),
        'a.bin': Buffer.alloc(mebibyte, 'abc'),
      }),
    kept('akte.zip'),
  ],
  [
    'a zip written as it went, its sizes behind its contents',
    'akte.zip',
    writtenAsItWent,
    kept('akte.zip'),
  ],
  [
    'a zip of a program that is ready for huge files',
    'akte.zip',
    () => readyForHuge(bytes('Guten Tag')),
    kept('akte.zip'),
  ],
  [
    'a zip with two sizes',
    'akte.zip',
    () => readyForHuge(bytes('Guten Tag'), 5),
    refused('notScannable'),
  ],
  [
    'a zip that is cut off',
    'akte.zip',
    () =>
      buildZip({
        'a.bin': Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251)),
      }).subarray(0, 150),
    refused('notScannable'),
  ],
];

/** A zip that swells more than the ratio allows. */
export const bomb = () => buildZip({ 'a.bin': Buffer.alloc(20 * mebibyte) });

/** A file that looks like thousands of overlapping entries. */
export function namesWithinNames(): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(0xffff, 26);
  return Buffer.concat([
    bytes('something before them'),
    ...Array<Buffer>(19_000).fill(header),
    Buffer.alloc(70_000, 'a'),
  ]);
}

import sharp from 'sharp';
import { buildZip } from '#server/testing/files/archives.ts';
import {
  bytes,
  kept,
  mebibyte,
  pdf,
  refused,
  word,
  type HostileFile,
} from '#server/testing/files/outcomes.ts';

/**
 * Hostile files, generated so that no scanner finds them in the sources, with the expected outcome
 * of each.
 */
const script = '<script>alert(1)</script>';
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]);
const openText = buildZip({ mimetype: bytes('application/vnd.oasis.opendocument.text') }, 0);
const zip = buildZip({ 'a.txt': bytes('a') });
const heic = bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
const jpeg = bytes('\xff\xd8\xff\xe0');
/** A compound file with a stream of this name behind its first sectors. */
const compound = (stream: string) =>
  Buffer.concat([
    bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    Buffer.alloc(70_000),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(512),
  ]);
const gif = bytes('GIF89a\x01\0\x01\0\0\0\0;');

export const hostileFiles: HostileFile[] = [
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
    'a WebP picture that is called a JPEG',
    'foto.von.Ida.JPG',
    () =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
    kept('foto.von.Ida.webp'),
  ],
  ['a HEIC photo that is called a JPEG', 'foto.jpeg', () => heic, kept('foto.heic')],
  ['a JPEG that a browser has saved', 'foto.jfif', () => jpeg, kept('foto.jfif')],
  ['a mail', 'mail.eml', () => bytes('Subject: Unfall\r\n\r\nHallo'), kept('mail.eml')],
  ['a page as a mail', 'mail.eml', () => bytes(`<html>${script}`), refused('contentNotAllowed')],
  ['a film of an iPhone', 'film.mov', () => bytes('\0\0\0\x14ftypqt  '), kept('film.mov')],
  [
    'a table that a bank has exported as a page',
    'umsatz.xls',
    () => bytes(`<html><table><tr><td>12,50</td></tr></table>${script}</html>`),
    kept('umsatz.xls'),
  ], // served for download, never executed
  ['a Word document with the old extension', 'brief.doc', () => word(), kept('brief.doc')],
  ['a page as a letter', 'brief.doc', () => bytes('<html>Brief</html>'), kept('brief.doc')],
  [
    'an old Word document with the new extension',
    'brief.docx',
    () => compound('WordDocument'),
    kept('brief.doc'),
  ],
  [
    'an old spreadsheet with the new extension',
    'liste.xlsx',
    () => compound('Workbook'),
    kept('liste.xls'),
  ],
  [
    'a Word document behind a password',
    'brief.docx',
    () => compound('EncryptedPackage'),
    kept('brief.docx'),
  ],
  ['a zip as an old Word document', 'a.doc', () => zip, refused('contentNotAllowed')],
  ['a Word document as an old table', 'a.xls', () => word(), refused('contentNotAllowed')],
  ['a program as a table', 'umsatz.xls', () => program, refused('contentNotAllowed')],
  ['RTF with a byte order mark', 'alt.rtf', () => bytes('\xef\xbb\xbf{\\rtf1 x}'), kept('alt.rtf')],
  [
    'a PNG that is called a JPEG',
    'foto.jpg',
    () =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    kept('foto.png'),
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
];

import { describe, expect, it } from 'vitest';
import {
  contentRule,
  fileExtension,
  hasThumbnail,
  isAllowedAttachment,
  safeFileName,
  viewOf,
} from './files.rules.ts';
import { attachmentExtensions } from './limits.ts';

describe('fileExtension', () => {
  it.each([
    ['Foto.JPG', 'jpg'],
    ['archive.tar.gz', 'gz'],
    ['README', ''],
    ['.htaccess', ''],
    ['name.', ''],
  ])('%s -> %s', (name, extension) => expect(fileExtension(name)).toBe(extension));
});

describe('isAllowedAttachment', () => {
  it('goes by the product’s list, whatever the case', () => {
    expect(isAllowedAttachment('Vertrag.PDF')).toBe(true);
    expect(isAllowedAttachment('setup.exe')).toBe(false);
    expect(isAllowedAttachment('rechnung.pdf.exe')).toBe(false);
    expect(isAllowedAttachment('ohne')).toBe(false);
  });

  it('lets an author narrow the list, never widen it', () => {
    expect(isAllowedAttachment('foto.png', ['jpg'])).toBe(false);
    expect(isAllowedAttachment('setup.exe', ['exe'])).toBe(false);
  });
});

it('thumbnails are for pictures and PDFs', () => {
  expect(hasThumbnail('jpe')).toBe(true);
  expect([hasThumbnail('pdf'), hasThumbnail('docx')]).toEqual([true, false]);
});

it.each([
  ['foto.jpg', 'foto.jpg'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\jonas\\Schaden.pdf', 'Schaden.pdf'],
  ['rechnung\u202Egpj.exe', 'rechnunggpj.exe'],
  ['null\u0000byte.pdf', 'nullbyte.pdf'],
  ['zeile\r\numbruch.pdf', 'zeileumbruch.pdf'],
  ['punkt.pdf. . ', 'punkt.pdf'],
  ['b\u200Bild\u2028.jpg', 'bild.jpg'],
  ['setup.exe.pdf', 'setup.exe.pdf'],
  ['Familie 👨\u200D👩\u200D👧.jpg', 'Familie 👨\u200D👩\u200D👧.jpg'],
  ['Mu\u0308ller 😀.png', 'Müller 😀.png'],
])('%j is kept as %j', (given, kept) => expect(safeFileName(given, 150)).toBe(kept));

it('cuts what is too long between characters and keeps the extension', () => {
  const name = safeFileName(`${'ü'.repeat(200)}.jpeg`, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(name).toMatch(/^ü+\.jpeg$/);
});

it.each([
  `foto.${'x'.repeat(151)}`,
  `foto.pdf.${'ü'.repeat(20_000)}`,
  `${'a'.repeat(146)}.pdf${'x'.repeat(200)}`,
])('keeps %.20s… short, and never turns it into a kind that is taken', (given) => {
  const name = safeFileName(given, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(isAllowedAttachment(name)).toBe(false);
});

it('knows for every extension what its content must be', () => {
  for (const extension of attachmentExtensions)
    expect([extension, contentRule(extension, 'MZ\x90\0\x03\0\0\0')]).toEqual([
      extension,
      undefined,
    ]); // a program is none of them
  expect(contentRule('exe', 'MZ')).toBeUndefined();
});

it('a page shows pictures, PDFs, texts and films itself, and all else not at all', () => {
  expect(['gif', 'pdf', 'csv', 'mp4', 'docx', 'svg', 'html', 'tif'].map(viewOf)).toEqual([
    'picture',
    'pdf',
    'text',
    'video',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

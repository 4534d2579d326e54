import { describe, expect, it } from 'vitest';
import {
  getFileExtension,
  hasThumbnail,
  isAllowedAttachment,
  makeSafeFileName,
  getViewKind,
} from './files.rules.ts';

describe('fileExtension', () => {
  it.each([
    ['Foto.JPG', 'jpg'],
    ['archive.tar.gz', 'gz'],
    ['README', ''],
    ['.htaccess', ''],
    ['name.', ''],
  ])('%s -> %s', (name, extension) => expect(getFileExtension(name)).toBe(extension));
});

describe('isAllowedAttachment', () => {
  it('The product’s list decides, in upper and lower case', () => {
    expect(isAllowedAttachment('Vertrag.PDF')).toBe(true);
    expect(isAllowedAttachment('setup.exe')).toBe(false);
    expect(isAllowedAttachment('rechnung.pdf.exe')).toBe(false);
    expect(isAllowedAttachment('ohne')).toBe(false);
  });

  it('An author’s list narrows the product’s list and never widens it', () => {
    expect(isAllowedAttachment('foto.png', ['jpg'])).toBe(false);
    expect(isAllowedAttachment('setup.exe', ['exe'])).toBe(false);
  });
});

it('Only pictures and PDFs have thumbnails', () => {
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
])('%j is kept as %j', (given, kept) => expect(makeSafeFileName(given, 150)).toBe(kept));

it('A long file name is cut between characters and keeps its extension', () => {
  const name = makeSafeFileName(`${'ü'.repeat(200)}.jpeg`, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(name).toMatch(/^ü+\.jpeg$/);
});

it.each([
  `foto.${'x'.repeat(151)}`,
  `foto.pdf.${'ü'.repeat(20_000)}`,
  `${'a'.repeat(146)}.pdf${'x'.repeat(200)}`,
])('The file name %.20s… is cut to 150 bytes and gets no allowed extension', (given) => {
  const name = makeSafeFileName(given, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(isAllowedAttachment(name)).toBe(false);
});

it.each([
  `Nachlass Dr. Müller: ${'Erbauseinandersetzung '.repeat(10)}`,
  `Brandt ._. Alster Assekuranz ${'Versicherungs-Aktiengesellschaft '.repeat(5)}`,
  `Gutachten Prof. Ünlü-Öztürk über ${'Wertermittlung '.repeat(10)}`,
])('The long name %.20s… keeps its beginning', (given) => {
  const name = makeSafeFileName(given, 100);
  expect(Buffer.byteLength(name)).toBeGreaterThan(85);
  expect(given.startsWith(name)).toBe(true);
});

it('A cut behind an allowed extension or a full stop leaves neither', () => {
  expect(makeSafeFileName(`setup.pdf ${'x'.repeat(20)}`, 9)).toBe('setup');
  expect(makeSafeFileName(`Nachlass Dr. ${'x'.repeat(20)}`, 12)).toBe('Nachlass Dr');
});

it('The page previews pictures, PDFs, texts and videos, and nothing else', () => {
  expect(['gif', 'pdf', 'csv', 'mp4', 'docx', 'svg', 'html', 'tif'].map(getViewKind)).toEqual([
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

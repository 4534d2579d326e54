import { describe, expect, it } from 'vitest';
import { headLength, listContentRules, mayBeStoredAs } from '#schemas/files/contentRules.ts';
import { attachmentExtensions } from '#schemas/files/limits.ts';

const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const zip = 'PK\x03\x04\x14\0';
const openDocument = (type: string) =>
  `${zip.padEnd(30, '\0')}mimetypeapplication/vnd.oasis.opendocument.${type}`;
const toUtf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');
const toUtf8 = (text: string) => Buffer.from(text).toString('latin1');
const isTaken = (extension: string, head: string) => listContentRules(extension, head).length > 0;
const listStoredAs = (extension: string, head: string) =>
  listContentRules(extension, head).map(({ storedAs }) => storedAs);

it('No allowed extension takes a program', () => {
  for (const extension of [...attachmentExtensions, 'exe'])
    for (const head of ['MZ\x90\0\x03\0\0\0', '\x7fELF\x02\x01\x01\0'])
      expect([extension, isTaken(extension, head)]).toEqual([extension, false]);
  expect(['doc', 'xls'].map((extension) => isTaken(extension, '#!/bin/sh\n'))).toEqual([
    false,
    false,
  ]);
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

describe('Office files', () => {
  it.each([
    ['xls', 'an exported page', '<html><table><tr><td>Umsatz</td></tr></table></html>'],
    ['xls', 'XML of a spreadsheet', '\xef\xbb\xbf<?xml version="1.0"?><Workbook>'],
    ['xls', 'a text with tabs', 'Datum\tBetrag\r\n24.11.2026\t12,50\r\n'],
    ['xls', 'a text in UTF-16 without a mark', toUtf16('Datum\tBetrag\r\n24.11.2026\t12,50\r\n')],
    ['xls', 'a new spreadsheet', zip],
    ['doc', 'a page', '<html><body>Brief</body></html>'],
    ['doc', 'a page with its pictures', 'MIME-Version: 1.0\r\nContent-Type: multipart/related'],
    ['doc', 'RTF', '{\\rtf1 x}'],
    ['doc', 'a new document', zip],
    ['ppt', 'an old presentation', compound],
    ['ppt', 'a new presentation', zip],
    ['xlsm', 'a spreadsheet with macros', zip],
    ['ods', 'an open spreadsheet', openDocument('spreadsheet')],
    ['odt', 'an open text', openDocument('text')],
    ['docx', 'an old or protected document', compound],
    ['xlsx', 'an old or protected spreadsheet', compound],
    ['pptx', 'an old or protected presentation', compound],
    ['rtf', 'RTF with a byte order mark', '\xef\xbb\xbf{\\rtf1 x}'],
    ['rtf', 'RTF after a blank line', '\r\n{\\rtf1 x}'],
    ['txt', 'UTF-16 without a mark', toUtf16('Grüße aus Köln').slice(0, headLength)],
  ])('The extension .%s takes %s', (extension, _, head) => {
    expect(isTaken(extension, head)).toBe(true);
  });

  it('The content of new Office is found by the names in its archive', () => {
    expect(listContentRules('xls', zip)).toEqual([
      { contains: ['[Content_Types].xml', 'xl/'], storedAs: undefined },
    ]);
  });

  it('An old file under a new name is stored as an old one, and a protected one as it is', () => {
    expect(listContentRules('docx', compound)).toEqual([
      { contains: [toUtf16('WordDocument')], storedAs: 'doc' },
      { contains: [], storedAs: undefined },
    ]);
  });

  it.each([
    ['docx', '<html>'],
    ['xlsx', 'Datum;Betrag'],
    ['rtf', 'text {\\rtf1 x}'],
    ['odt', openDocument('spreadsheet')],
    ['ods', zip],
    ['doc', '\0\x01\x02'],
    ['txt', '\0\x01\x02\0\0\x03'],
  ])('The extension .%s does not take %j', (extension, head) => {
    expect(isTaken(extension, head)).toBe(false);
  });
});

describe('Mails, films and sounds', () => {
  it.each([
    ['eml', 'Return-Path: <ida@example.org>\r\nSubject: Unfall\r\n'],
    ['eml', 'From ida@example.org Mon Nov 23 10:00:00 2026\nReceived: by mx'],
    ['eml', '\xef\xbb\xbf\r\nSubject:Unfall\r\n'],
    ['eml', toUtf8('Subject: Grüße\r\n')],
    ['mov', '\0\0\0\x14ftypqt  '],
    ['mov', '\0\0\x07\x5amoov'],
    ['mp4', '\0\0\0\x14ftypqt  '],
    ['3gp', '\0\0\0\x14ftyp3gp4'],
    ['m4a', '\0\0\0\x18ftypM4A '],
    ['mp3', 'ID3\x03\0'],
    ['mp3', '\xff\xfb\x90\x64'],
    ['wav', 'RIFF\x4e\0\0\0WAVEfmt '],
    ['ogg', 'OggS\0\x02'],
    ['opus', 'OggS\0\x02'],
  ])('The extension .%s takes %j', (extension, head) => {
    expect(isTaken(extension, head)).toBe(true);
  });

  it.each([
    ['eml', '<html><script>'],
    ['eml', 'https://example.org'],
    ['eml', 'Liebe Ida, hier ist die Mail: Anbei'],
    ['mov', '<html>'],
    ['mp3', '<html>'],
    ['mp3', '\xff\xfe<\0h\0'],
    ['wav', 'RIFF\x4e\0\0\0WEBPVP8 '],
    ['mov', '\0\0\0\x14free'.slice(4)],
  ])('The extension .%s does not take %j', (extension, head) => {
    expect(isTaken(extension, head)).toBe(false);
  });
});

it('A retry is recognised by the extensions that its first upload may have got', () => {
  expect(
    [
      ['jpg', 'jpg'],
      ['jpg', 'webp'],
      ['docx', 'doc'],
    ].map(([sent = '', stored = '']) => mayBeStoredAs(sent, stored)),
  ).toEqual([true, true, true]);
  expect(
    [
      ['txt', 'csv'],
      ['jpg', 'pdf'],
      ['doc', 'docx'],
      ['pptx', 'doc'],
    ].map(([sent = '', stored = '']) => mayBeStoredAs(sent, stored)),
  ).toEqual([false, false, false, false]);
});

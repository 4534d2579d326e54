import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { eicar } from '#server/ports/virusScan.ts';
import {
  locked,
  nested,
  readyForHuge,
  withBehind,
  withGap,
  withHidden,
  withTwoEnds,
  withUnlisted,
  withUtf8Directory,
  buildZip,
} from '#server/testing/files/archives.ts';
import {
  bytes,
  kept,
  mebibyte,
  pdf,
  refused,
  word,
  type HostileFile,
} from '#server/testing/files/outcomes.ts';

/** With data descriptors, like programs that do not know the size beforehand. */
export async function writtenAsItWent(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addEmptyDirectory('Fotos');
  zip.addReadStream(Readable.from([Buffer.alloc(50_000, 'abc')]), 'Fotos/Größe 🚗.txt');
  zip.addReadStream(Readable.from([bytes('b')]), 'b.txt', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/** Archives and files with the test virus, with the expected outcome of each. */
export const archives: HostileFile[] = [
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
    'a Word document with a line end behind it',
    'brief.docx',
    () => withBehind(word(), '\n'),
    kept('brief.docx'),
  ],
  [
    'a zip with 64 zero bytes behind it',
    'akte.zip',
    () => withBehind(buildZip({ 'a.txt': bytes('a') }), '\0'.repeat(64)),
    kept('akte.zip'),
  ],
  [
    'a zip with 65 zero bytes behind it',
    'akte.zip',
    () => withBehind(buildZip({ 'a.txt': bytes('a') }), '\0'.repeat(65)),
    refused('notScannable'),
  ],
  [
    'a zip with a letter behind it',
    'akte.zip',
    () => withBehind(buildZip({ 'a.txt': bytes('a') }), '\r\nx'),
    refused('notScannable'),
  ],
  [
    'a zip with two ends and a line end behind them',
    'akte.zip',
    () => withBehind(withTwoEnds(buildZip({ 'a.txt': bytes('a') })), '\n'),
    refused('notScannable'),
  ],
  [
    'a bomb with a line end behind it',
    'akte.zip',
    () => withBehind(bomb(), '\n'),
    refused('notScannable'),
  ],
  [
    'a spreadsheet whose directory alone says that its ASCII names are UTF-8',
    'liste.xlsx',
    () =>
      withUtf8Directory(
        buildZip({ '[Content_Types].xml': bytes('<Types/>'), 'xl/workbook.xml': bytes('<x/>') }),
      ),
    kept('liste.xlsx'),
  ],
  [
    'a zip whose directory reads a name with umlauts in another way',
    'akte.zip',
    () => withUtf8Directory(buildZip({ 'Müller.txt': bytes('a') })),
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

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { streamZip, type ZipEntry } from './zip.ts';

const entry = (path: string, content: Readable, isCompressed = false): ZipEntry => ({
  path,
  modifiedAt: new Date('2026-11-20T09:00:00Z'),
  isCompressed,
  open: async () => content,
});
const bytes = (text: string) => Readable.from([Buffer.from(text)]);
const endOfZip = 'PK\x05\x06';

async function* entries(...all: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* all;
}

it('A zip contains each file, compressed or stored', async () => {
  const zip = await buffer(
    streamZip(
      entries(entry('a.txt', bytes('A')), entry('Größe/b.txt', bytes('B'.repeat(10_000)), true)),
    ),
  );
  const files = Object.entries(unzipSync(zip)).map(([path, content]) => [
    path,
    Buffer.from(content).toString(),
  ]);
  expect(files).toEqual([
    ['a.txt', 'A'],
    ['Größe/b.txt', 'B'.repeat(10_000)],
  ]);
  expect(zip.length).toBeLessThan(1_000);
});

it.each([
  [
    'breaks off in the middle',
    () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the disk');
        })(),
      ),
  ],
  ['is shorter than it was', () => bytes('half')],
  ['is longer than it was', () => bytes('far too long')],
])('A zip is incomplete if a file %s', async (_, broken) => {
  const zip = streamZip(
    entries(
      entry('a.txt', bytes('A')),
      { ...entry('b.txt', broken()), size: 8 },
      entry('c.txt', bytes('C')),
    ),
  );
  const arrived: Buffer[] = [];
  await expect(
    (async () => {
      for await (const chunk of zip) arrived.push(chunk as Buffer);
    })(),
  ).rejects.toThrow();
  expect(Buffer.concat(arrived).includes(endOfZip, 0, 'latin1')).toBe(false);
});

it('A zip is incomplete if a file is missing', async () => {
  const missing = {
    ...entry('b.txt', bytes('')),
    open: () => Promise.reject(new Error('no such file')),
  };
  await expect(buffer(streamZip(entries(entry('a.txt', bytes('A')), missing)))).rejects.toThrow(
    'no such file',
  );
});

it('A zip opens one file at a time and closes it when the reader stops', async () => {
  const opened: Readable[] = [];
  async function* endless() {
    for (let at = 0; ; at += 1) {
      yield {
        ...entry(`${at}`, Readable.from([])),
        open: async () => {
          const content = Readable.from(
            (async function* () {
              for (;;) yield Buffer.alloc(64 * 1024);
            })(),
          );
          opened.push(content);
          return content;
        },
      };
    }
  }
  const zip = streamZip(endless());
  for await (const chunk of zip) if ((chunk as Buffer).length > 0) break;
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

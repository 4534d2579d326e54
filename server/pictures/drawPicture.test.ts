import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawingLimits } from '#server/pictures/limits.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  pictureKinds,
  type Drawing,
} from './drawPicture.ts';

const drawing: Drawing = {
  kinds: [...pictureKinds, 'pdf'],
  width: 320,
  height: 640,
  fit: 'inside',
  format: 'jpeg',
};
const draw = (
  bytes: Buffer,
  within?: { timeoutMs?: number; maxBytes?: number },
  wanted = drawing,
) =>
  drawPicture({ open: async () => Readable.from([bytes]), size: bytes.length }, wanted, {
    ...drawingLimits,
    ...within,
  });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });
const red = (pixel: Buffer): boolean => (pixel[0] ?? 0) > 200 && (pixel[1] ?? 255) < 60;

/** A PDF of these objects; the first is its catalogue. */
function buildPdf(...objects: (string | Buffer)[]): Buffer {
  const parts = objects.map((content, at) =>
    Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(content),
      Buffer.from('\nendobj\n'),
    ]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF'),
  ]);
}
const buildStream = (content: Buffer | string, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ]);
const makePage = (
  contents: Buffer | string,
  resources = '',
  ...more: (string | Buffer)[]
): Buffer =>
  buildPdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 400] /Contents 4 0 R ' +
      `/Resources << ${resources} >> >>`,
    contents,
    ...more,
  );

/** Each form draws the next one ten times. */
const laughs = (deep: number): Buffer =>
  makePage(
    buildStream('/F Do'),
    '/XObject << /F 5 0 R >>',
    ...Array.from({ length: deep }, (_, at) =>
      buildStream(
        '/F Do '.repeat(10),
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] ' +
          `/Resources << /XObject << /F ${at + 6} 0 R >> >>`,
      ),
    ),
    buildStream('0 0 9 9 re f '.repeat(100), '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  );

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    header,
    sum,
    deflateSync(Buffer.alloc(100)),
  ]);
}

it('A photo is drawn upright, small and without its location', async () => {
  const photo = await plain(1_200, 800)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const picture = await draw(photo);
  const { format, width, height, exif } = await sharp(picture).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: 'jpeg',
    width: 320,
    height: 480,
    exif: undefined,
  });
});

it.each(pictureKinds)('A picture of the type %s is drawn', async (kind) => {
  const picture = await plain(640, 400)[kind]().toBuffer();
  const { format, width, height } = await sharp(await draw(picture)).metadata();
  expect([format, width, height]).toEqual(['jpeg', 320, 200]);
});

it.each([
  ['tall', 300, 3_000, [200, 2_000]],
  ['wide', 3_000, 300, [2_000, 200]],
  ['too small', 30, 300, [30, 300]],
  ['not long', 1_500, 600, [500, 200]],
])('A long picture keeps a readable short side (%s)', async (_, width, height, expected) => {
  const preview = { ...drawing, width: 500, height: 500, longRatio: 2.5 };
  const picture = await plain(width, height).png().toBuffer();
  const drawn = await sharp(await draw(picture, {}, preview)).metadata();
  expect([drawn.width, drawn.height]).toEqual(expected);
});

it('A long photo that is stored on its side keeps a readable short side', async () => {
  const photo = await plain(3_000, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const preview = { ...drawing, width: 500, height: 500, longRatio: 2.5 };
  const { width, height } = await sharp(await draw(photo, {}, preview)).metadata();
  expect([width, height]).toEqual([200, 2_000]);
});

it('The first page of a PDF is drawn, also with bytes before its header', async () => {
  const page = Buffer.concat([
    Buffer.from('\n'),
    makePage(buildStream('1 0 0 rg 0 200 200 200 re f')),
  ]);
  const { data, info } = await sharp(await draw(page))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([320, 640]);
  const at = (top: number) => data.subarray((top * 320 + 160) * 3, (top * 320 + 160) * 3 + 3);
  expect([red(at(100)), [...at(500)]]).toEqual([true, [255, 255, 255]]);
});

it('A PDF is drawn with the standard fonts, which are not embedded', async () => {
  const document = new PDFDocument({ size: [200, 400] });
  document.fontSize(60).text('Ä', 20, 20).end();
  const { dominant, entropy } = await sharp(await draw(await buffer(document))).stats();
  expect([dominant.r > 200, entropy > 0.1]).toEqual([true, true]);
});

it('The pixels of a page outlive its canvas', async () => {
  const page = makePage(buildStream('1 0 0 rg 0 0 200 400 re f'));
  const program = fileURLToPath(new URL('./drawWorker.mjs', import.meta.url));
  const child = fork(program, {
    execArgv: ['--stress-incremental-marking', '--stress-marking=1'], // frees memory at once
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const [message] = await new Promise<unknown[]>((resolve) => {
    child.once('message', (...sent) => resolve(sent)).once('exit', (...end) => resolve(end));
    child.send({
      ...drawing,
      ...drawingLimits,
      width: 1_024,
      height: 1_024,
      size: page.length,
      quality: 80,
    });
    child.stdin?.write(page);
  });
  child.kill('SIGKILL');
  expect(message).toEqual({ drawn: expect.any(Uint8Array) });
  const { dominant } = await sharp((message as { drawn: Uint8Array }).drawn).stats();
  expect(dominant.r > 200 && dominant.g < 60).toBe(true);
});

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['no picture', () => Buffer.from('Guten Tag')],
  [
    'a drawing with a script',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" ' +
          'height="9"><script>alert(1)</script></svg>',
      ),
  ],
  ['a photo that is broken', () => Buffer.from('ffd8ff00', 'hex')],
  ['a picture of 60,000 by 60,000', () => pngHeader(60_000, 60_000)],
  ['a picture of a little more than 50 megapixels', () => plain(10_001, 5_000).png().toBuffer()],
  ['a PDF that is broken', () => Buffer.from('%PDF-1.7 and nothing else')],
  [
    'a PDF without pages',
    () => buildPdf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'),
  ],
  [
    'a PDF behind a password',
    async () => {
      const document = new PDFDocument({ userPassword: 'geheim' });
      document.text('Guten Tag').end();
      return buffer(document);
    },
  ],
])('There is no picture of %s', async (_, make) => {
  expect(await draw(await make())).toBeUndefined();
});

it('An image of exactly 50 megapixels is drawn, also rotated', async () => {
  const { width, height } = await sharp(
    await draw(await plain(10_000, 5_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  ).metadata();
  expect([width, height]).toEqual([320, 640]);
});

it('A page of any size is drawn, without an image in it that is too large', async () => {
  const huge = makePage(
    buildStream('1 0 0 rg 0 0 200 400 re f 200 0 0 400 0 0 cm /I Do'),
    '/XObject << /I 5 0 R >>',
    buildStream(
      deflateSync(Buffer.alloc(1_000)),
      '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray ' +
        '/BitsPerComponent 8 /Filter /FlateDecode',
    ),
  );
  expect(
    red(
      await sharp(await draw(huge))
        .raw()
        .toBuffer(),
    ),
  ).toBe(true);
  const wide = Buffer.from(
    String(makePage(buildStream(''))).replace('[0 0 200 400]', '[0 0 14400000 1]'),
  );
  expect((await sharp(await draw(wide)).metadata()).height).toBeLessThan(5);
});

it('Drawing stops above the limits of time and memory, and the next picture is drawn', async () => {
  await expect(draw(laughs(9), { timeoutMs: 1_000 })).rejects.toThrow(DrawingFailed);
  const bomb = makePage(
    buildStream(deflateSync(Buffer.alloc(200 * 1024 * 1024, ' ')), '/Filter /FlateDecode'),
  );
  expect(bomb.length).toBeLessThan(400_000);
  await expect(draw(bomb, { timeoutMs: 60_000, maxBytes: 250 * 1024 * 1024 })).rejects.toThrow(
    DrawingFailed,
  );
  expect(await draw(await plain(9, 9).png().toBuffer())).toBeDefined();
});

it('An unreadable file is distinguished from one that cannot be drawn', async () => {
  async function* broken() {
    yield Buffer.from('%PDF');
    throw new Error('the store is gone');
  }
  await expect(
    drawPicture({ open: async () => Readable.from(broken()), size: 100 }, drawing),
  ).rejects.toThrow('the store is gone');
  await expect(
    drawPicture({ open: () => Promise.reject(new Error('the store is gone')), size: 100 }, drawing),
  ).rejects.toThrow('the store is gone');
});

it('A portrait is cropped to its shape, and a logo keeps its transparency', async () => {
  const portrait = await sharp(
    await draw(
      await plain(300, 100).png().toBuffer(),
      {},
      { ...drawing, kinds: ['png'], width: 50, height: 50, fit: 'cover' },
    ),
  ).metadata();
  expect([portrait.width, portrait.height]).toEqual([50, 50]);
  const logo = await sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  expect((await sharp(await draw(logo, {}, { ...drawing, format: 'png' })).stats()).isOpaque).toBe(
    false,
  );
});

it('A WebP picture is drawn, and a sound in the same container is not', async () => {
  const webp = await plain(600, 30).webp().toBuffer();
  expect(await sharp(await draw(webp)).metadata()).toMatchObject({ width: 320, height: 16 });
  expect(await draw(Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'))).toBeUndefined();
});

it('The queue of pictures is limited', async () => {
  const picture = await plain(9, 9).png().toBuffer();
  const { atOnce, waiting } = drawingLimits;
  const all = await Promise.allSettled(
    Array.from({ length: atOnce + waiting + 5 }, () => draw(picture)),
  );
  expect(
    all
      .filter(({ status }) => status === 'rejected')
      .map((each) => (each as PromiseRejectedResult).reason instanceof DrawingBusy),
  ).toEqual(Array.from({ length: 5 }, () => true));
});

// Plain JavaScript, because a child process runs it from the sources and from the build.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** First bytes in hexadecimal digits; RIFF has a length before the name of its content. */
const beginnings = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  gif: /^47494638(37|39)61/,
  webp: /^52494646.{8}57454250/,
  avif: /^.{8}66747970(?:.{8})*?617669(?:66|73)/, // one of its brands is avif or avis
};
const beginsWithin = 32;
const watchMs = 50;
/** PDF readers accept bytes before the header. */
const pdfBeginsWithin = 1024;

/** A watchdog thread: kills the process above the memory limit, or when the server is gone. */
function watch() {
  const server = process.ppid;
  let maxBytes = Infinity;
  parentPort?.on('message', (limit) => {
    maxBytes = limit;
  });
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes || process.ppid !== server)
      process.kill(process.pid, 'SIGKILL');
  }, watchMs);
}

/** Detects the type by content before decoding, because the library would also draw an SVG. */
function findKind(bytes, kinds) {
  const beginning = bytes.subarray(0, beginsWithin).toString('hex');
  const picture = kinds.find((kind) => beginnings[kind]?.test(beginning));
  return (
    picture ??
    (kinds.includes('pdf') && bytes.subarray(0, pdfBeginsWithin).includes('%PDF')
      ? 'pdf'
      : undefined)
  );
}

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const documentOptions = {
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  verbosity: 0,
  standardFontDataUrl: `${folder}/standard_fonts/`,
  cMapUrl: `${folder}/cmaps/`,
  cMapPacked: true,
  wasmUrl: `${folder}/wasm/`,
  iccUrl: `${folder}/iccs/`,
};

const pageMaxSidePx = 2_048;
const drawnAt = (side) => Math.min(2 * side, pageMaxSidePx); // twice the size, for antialiasing

/** Draws a PDF's first page. */
async function firstPage(bytes, { width, height, maxPixels }) {
  const [{ createCanvas }, { getDocument }] = await Promise.all([
    import('@napi-rs/canvas'),
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  ]);
  const task = getDocument({
    ...documentOptions,
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    maxImageSize: maxPixels,
  });
  try {
    const page = await (await task.promise).getPage(1);
    const size = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({
      scale: Math.min(drawnAt(width) / size.width, drawnAt(height) / size.height),
    });
    const canvas = createCanvas(
      Math.max(Math.round(viewport.width), 1),
      Math.max(Math.round(viewport.height), 1),
    );
    await page.render({
      canvas,
      canvasContext: canvas.getContext('2d'),
      viewport,
      background: '#ffffff',
    }).promise;
    return {
      // a copy: the memory is freed with the canvas, which nothing holds after this function
      pixels: Buffer.from(canvas.data()),
      raw: { width: canvas.width, height: canvas.height, channels: 4 },
    };
  } finally {
    await task.destroy();
  }
}

/** The longest side of a JPEG that browsers decode. */
const maxLongSidePx = 16_384;

/** Returns the size in which a picture is drawn. */
async function findBox(picture, { width, height, longRatio = Infinity }) {
  const { autoOrient } = await picture.metadata();
  const [tall, wide] = [
    autoOrient.height > longRatio * autoOrient.width,
    autoOrient.width > longRatio * autoOrient.height,
  ];
  const shortSide = Math.round(width / longRatio);
  if (tall) return { width: shortSide, height: maxLongSidePx };
  return wide ? { width: maxLongSidePx, height: shortSide } : { width, height };
}

async function draw(bytes, job) {
  const { kinds, width, height, fit, format, quality, maxPixels } = job;
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const kind = findKind(bytes, kinds);
  if (!kind) return undefined;
  let picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate();
  let box = { width, height };
  if (kind === 'pdf') {
    const { pixels, raw } = await firstPage(bytes, { width, height, maxPixels });
    picture = sharp(pixels, { raw });
  } else box = await findBox(picture, job);
  const resized = picture.resize({ ...box, fit, withoutEnlargement: fit === 'inside' });
  return (
    format === 'png' ? resized.png() : resized.flatten({ background: '#ffffff' }).jpeg({ quality })
  ).toBuffer();
}

/** Reads this many bytes from the server. */
async function read(size) {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const chunk = process.stdin.read(Math.min(size - at, process.stdin.readableLength || 1));
    if (chunk === null) await new Promise((resolve) => process.stdin.once('readable', resolve));
    else at += chunk.copy(bytes, at);
  }
  return bytes;
}

if (isMainThread) {
  const watcher = new Worker(new URL(import.meta.url));
  process.once('disconnect', () => process.exit());
  process.stdin.on('error', () => process.exit());
  process.on('message', async (job) => {
    watcher.postMessage(job.maxBytes);
    const bytes = await read(job.size);
    // Any error means: no picture.
    process.send({ drawn: await draw(bytes, job).catch(() => undefined) });
  });
} else {
  watch();
}

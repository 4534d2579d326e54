import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { mebibyte } from '#schemas/platform/sizes.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import { report, type Report } from '#tools/report.ts';
import { askChild, startChildServer } from '../childServer.ts';
import { withProduct } from '../product.ts';
import { blockedByPicked } from './picked.ts';
import { clients, type Ready, type Took } from './spec.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: `${fileLimits.maxSizeBytes / mebibyte}` },
    rounds: { type: 'string', default: '3' }, // of the files that are picked in the browser
  },
});
const size = Number(values.megabytes) * mebibyte;
const rounds = Number(values.rounds);
const chunk = Buffer.alloc(64 * 1024, 'Gutachten ');
const beginning = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');
type Answer = { headers: IncomingMessage['headers']; said: string };

/** Throws unless the server has stored the whole file. */
function assertStored(answer: Answer | undefined, bytes: number): void {
  const [file] = (JSON.parse(answer?.said ?? '') as { files: StoredFile[] }).files;
  if (file?.size !== bytes) throw new Error(`${file?.size} of ${bytes} bytes were stored`);
}

/** Yields the bytes of a film from `from` to `end`. */
function* film(from: number, end: number): Generator<Buffer> {
  for (let at = from; at < end;) {
    const piece = at === 0 ? beginning : chunk.subarray(0, end - at);
    yield piece;
    at += piece.length;
  }
}

async function send(
  server: Ready,
  number: number,
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body: Iterable<Buffer> = [],
  isCut = false,
): Promise<Answer | undefined> {
  const call = request(`${server.address}/api/v2.0/files${path}`, {
    method,
    headers: { ...server.headers[number], ...headers },
  });
  call.on('error', () => undefined); // reported as a missing response
  const answered = isCut ? undefined : (once(call, 'response') as Promise<[IncomingMessage]>);
  for (const piece of body) if (!call.write(piece)) await once(call, 'drain');
  if (!answered) return void call.destroy();
  call.end();
  const [answer] = await answered;
  const said = await text(answer);
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${path} was answered with ${statusCode}: ${said.slice(0, 300)}`);
  return { headers: answer.headers, said };
}

/** Uploads a file in one request, as the portal does for small files. */
async function sendWhole(server: Ready, number: number, bytes: number): Promise<void> {
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="File"; filename="film.mp4"\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--b--\r\n');
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': head.length + bytes + tail.length,
  };
  const answer = await send(
    server,
    number,
    'POST',
    '/upload',
    headers,
    (function* () {
      yield head;
      yield* film(0, bytes);
      yield tail;
    })(),
  );
  assertStored(answer, bytes);
}

const tus = { 'tus-resumable': '1.0.0' };

/**
 * Uploads a file in parts, as the portal does for large files. The connection breaks `breaks`
 * times.
 */
async function sendInParts(server: Ready, number: number, breaks: number): Promise<void> {
  const begun = await send(server, number, 'POST', '/resumable', {
    ...tus,
    'upload-length': size,
    'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
  });
  const path = `/resumable/${begun?.headers.location?.split('/').at(-1)}`;
  for (let at = 0, broken = 0; at < size; broken += 1) {
    const headers = {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': at,
      'content-length': size - at,
    };
    const isCut = broken < breaks;
    await send(
      server,
      number,
      'PATCH',
      path,
      headers,
      film(at, isCut ? Math.min(at + Math.ceil(size / (breaks + 1)), size) : size),
      isCut,
    );
    at = Number((await send(server, number, 'HEAD', path, tus))?.headers['upload-offset']);
  }
  assertStored(await send(server, number, 'POST', `${path}/finish`, {}), size);
}

async function measure(
  child: ChildProcess,
  name: string,
  count: number,
  sendOne: (number: number) => Promise<void>,
): Promise<Record<string, number>> {
  await askChild<Took>(child, 'begin');
  await Promise.all(Array.from({ length: count }, (_, number) => sendOne(number)));
  const { grownBytes, heldMs, waitedMs } = await askChild<Took>(child, 'end');
  return {
    [`${name}GrownMb`]: Math.round(grownBytes / mebibyte),
    [`${name}HeldMs`]: Math.round(heldMs),
    [`${name}WaitedMs`]: Math.round(waitedMs),
  };
}

const picked = await withProduct((url, demo) => blockedByPicked(url, demo, rounds));
const {
  ready: server,
  child,
  end,
} = await startChildServer<Ready>(['--import', 'tsx', 'bench/uploads/server.ts']);
try {
  // a warm-up, because the first uploads load code into memory
  for (let number = 0; number < clients; number += 1) await sendWhole(server, number, mebibyte);
  const figures = {
    ...picked,
    ...(await measure(child, 'whole', clients, (number) => sendWhole(server, number, size))),
    ...(await measure(child, 'parts', clients, (number) => sendInParts(server, number, 0))),
    ...(await measure(child, 'broken', 1, (number) => sendInParts(server, number, 5))),
  };
  const targets: Report['targets'] = {
    photoBlocksMs: { atMost: 50 },
    filmBlocksMs: { atMost: 50 },
    signatureBlocksMs: { atMost: 50 },
    ...Object.fromEntries<Report['targets'][string]>(
      ['whole', 'parts', 'broken'].flatMap((name) => [
        [`${name}GrownMb`, { atMost: 60 }],
        [`${name}HeldMs`, { atMost: 100 }],
      ]),
    ),
  };
  report({ name: 'bench:uploads', figures, targets });
} finally {
  await end();
}

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileClock } from '#server/testing/clocks/fileClock.ts';
import { BlobTooLarge, type BlobStore } from './blobStore.ts';
import { createLocalBlobStore } from './localBlobStore.ts';
import { storeLimits } from './limits.ts';
import { createS3BlobStore } from './s3BlobStore.ts';

type TestStore = {
  store: BlobStore;
  count: () => Promise<number>;
  /** Leaves the files of an upload that crashed. */
  breakOff: () => Promise<unknown>;
  unfinished: () => Promise<number>;
  /** The clock of the stored times. */
  now: () => number;
  close: () => Promise<void>;
};

async function openLocal(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'formakte-blobs-'));
  const count = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length;
  const breakOff = async () => {
    await mkdir(join(folder, 'ab'), { recursive: true });
    await writeFile(join(folder, 'ab', 'abcd.part'), 'half');
  };
  const unfinished = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part')).length;
  return {
    store: createLocalBlobStore(folder),
    count,
    breakOff,
    unfinished,
    now: readFileClock,
    close: () => rm(folder, { recursive: true }),
  };
}

/** Objects and unfinished uploads of an S3 server. */
type S3Data = { objects: Map<string, Buffer>; parts: Map<string, Map<number, Buffer>> };
type S3Call = { method: string | undefined; url: URL; key: string; body: Buffer };

const getTime = () => new Date().toISOString();

function listObjects({ objects }: S3Data): string {
  const entries = [...objects.keys()].map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${getTime()}</LastModified></Contents>`,
  );
  return (
    `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}` + '</ListBucketResult>'
  );
}

function listUploads({ parts }: S3Data): string {
  const entries = [...parts.keys()].map(
    (key) =>
      `<Upload><Key>${key}</Key><UploadId>${key}</UploadId>` +
      `<Initiated>${getTime()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
}

const joinParts = (parts: ReadonlyMap<number, Buffer> = new Map()): Buffer =>
  Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));

/** Stores, completes or deletes an upload in parts, whose id is the key of its object. */
function changeUpload(
  { objects, parts }: S3Data,
  { method, url, key, body }: S3Call,
  response: ServerResponse,
) {
  if (method === 'PUT') {
    parts.get(key)?.set(Number(url.searchParams.get('partNumber')), body);
    return response.setHeader('etag', '"part"').end();
  }
  if (method === 'POST') objects.set(key, joinParts(parts.get(key)));
  parts.delete(key);
  if (method === 'DELETE') return response.writeHead(204).end();
  return response.end(
    '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>',
  );
}

function sendObject(found: Buffer | undefined, range: string, response: ServerResponse) {
  if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return response.end(end === undefined ? found : found.subarray(Number(start), Number(end) + 1));
}

/** Responds to the calls that the store uses. */
function answerCall(data: S3Data, call: S3Call, range: string, response: ServerResponse) {
  const { method, url, key, body } = call;
  const has = (name: string): boolean => url.searchParams.has(name);
  if (method === 'HEAD') return response.end();
  if (has('list-type')) return response.end(listObjects(data));
  if (has('uploads') && method === 'GET') return response.end(listUploads(data));
  if (has('uploads')) {
    data.parts.set(key, new Map());
    return response.end(
      `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (method !== 'GET' && has('uploadId')) return changeUpload(data, call, response);
  if (method === 'PUT') {
    data.objects.set(key, body);
    return response.setHeader('etag', '"one"').end();
  }
  if (method === 'DELETE') {
    data.objects.delete(key);
    return response.writeHead(204).end();
  }
  return sendObject(data.objects.get(key), range, response);
}

/** An S3 server over real HTTP. */
async function openS3(): Promise<TestStore> {
  const data: S3Data = { objects: new Map(), parts: new Map() };
  const server: Server = createServer((request, response) => {
    const { method, headers } = request;
    const url = new URL(request.url ?? '', 'http://s3');
    const key = url.pathname.split('/').slice(2).join('/');
    void buffer(request).then((body) =>
      answerCall(data, { method, url, key, body }, headers.range ?? '', response),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = createS3BlobStore(
    {
      endpoint,
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    { ...storeLimits, checkMs: 5_000 },
  );
  const breakOff = () => fetch(`${endpoint}/files/abcd?uploads`, { method: 'POST' });
  return {
    store,
    count: async () => data.objects.size,
    breakOff,
    unfinished: async () => data.parts.size,
    now: Date.now,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listKeys(pages: AsyncIterable<string[]>): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of pages) keys.push(...page);
  return keys;
}

describe.each([
  ['a local folder', openLocal],
  ['an S3-compatible store', openS3],
])('a blob store in %s', (_, open) => {
  let test: TestStore;
  beforeEach(async () => {
    test = await open();
  });
  afterEach(() => test.close());

  const content = (bytes: number) => Buffer.alloc(bytes, 'formakte');

  it.each([1, 1_000, 12_000_000])(
    'The store returns %i bytes unchanged, with their hash',
    async (bytes) => {
      const { key, size, sha256 } = await test.store.put(Readable.from([content(bytes)]), {
        maxBytes: bytes,
      });
      expect({ size, sha256 }).toEqual({
        size: bytes,
        sha256: createHash('sha256').update(content(bytes)).digest('hex'),
      });
      expect((await buffer(await test.store.get(key))).equals(content(bytes))).toBe(true);
    },
  );

  it('The store returns the requested range', async () => {
    const { key } = await test.store.put(Readable.from([Buffer.from('0123456789')]), {
      maxBytes: 10,
    });
    for (const [start, end, part] of [
      [0, 0, '0'],
      [3, 5, '345'],
      [9, 9, '9'],
    ] as const)
      expect(String(await buffer(await test.store.get(key, { start, end })))).toBe(part);
  });

  it('The store keeps nothing of a blob that is too large', async () => {
    await expect(
      test.store.put(Readable.from([content(10), content(10)]), { maxBytes: 19 }),
    ).rejects.toThrow(BlobTooLarge);
    expect(await test.count()).toBe(0);
  });

  it('The store keeps nothing of an aborted upload', async () => {
    async function* broken() {
      yield content(100_000);
      throw new Error('cut');
    }
    await expect(test.store.put(Readable.from(broken()), { maxBytes: 1e6 })).rejects.toThrow('cut');
    expect(await test.count()).toBe(0);
  });

  it('A removed blob is gone, and reading it fails', async () => {
    const { key } = await test.store.put(Readable.from([content(10)]), { maxBytes: 10 });
    await test.store.remove(key);
    await test.store.remove(key);
    await expect(test.store.get(key)).rejects.toThrow();
  });

  it('The store lists blobs older than an instant only', async () => {
    const listed = (before: Date) => listKeys(test.store.list(before));
    expect(await listed(new Date(test.now() + 60_000))).toEqual([]);
    const { key } = await test.store.put(Readable.from([content(10)]), { maxBytes: 10 });
    await test.breakOff();
    expect(await listed(new Date(test.now() - 60_000))).toEqual([]);
    expect(await listed(new Date(test.now() + 60_000))).toEqual([key]);
  });

  it('The store removes old unfinished uploads', async () => {
    await test.breakOff();
    await test.store.removeUnfinished(new Date(test.now() - 60_000));
    expect(await test.unfinished()).toBe(1);
    await test.store.removeUnfinished(new Date(test.now() + 60_000));
    expect(await test.unfinished()).toBe(0);
  });

  it('The store reports that it is reachable', async () => {
    await expect(test.store.check()).resolves.toBeUndefined();
  });
});

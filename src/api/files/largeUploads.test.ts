import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { cancelUpload, sendUpload } from './files.ts';
import { formSession } from '#src/api/client/formSession.ts';

/**
 * Outcomes of the next attempts to send bytes. The library's resume is tested in
 * `e2e/files/largeUploads.spec.ts`.
 */
type End = 'done' | 'cut' | 'hangs' | number;
const attempts: { authorization: string | undefined; url: string; chunkSize: number }[] = [];
let ends: End[];

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(
      private readonly file: File,
      private readonly options: {
        uploadUrl: string;
        chunkSize: number;
        headers: Record<string, string>;
        onProgress: (bytes: number) => void;
        onSuccess: () => void;
        onError: (error: object) => void;
      },
    ) {}
    async abort() {
      return undefined;
    }
    start() {
      const { options, file } = this;
      attempts.push({
        authorization: options.headers['Authorization'],
        url: options.uploadUrl,
        chunkSize: options.chunkSize,
      });
      const end = ends.shift() ?? 'done';
      options.onProgress(file.size / 2);
      if (end === 'done') options.onSuccess();
      else if (end === 'cut') options.onError(new Error('no answer'));
      else if (end !== 'hangs')
        options.onError({
          originalResponse: {
            getStatus: () => end,
            getBody: () =>
              JSON.stringify({
                reason: end === 401 ? 'unauthorized' : 'uploadExpired',
                reasonMessage: 'Nein.',
              }),
          },
        });
    }
  },
}));

type Received = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
};
const stored = {
  fileuploadId: 'file-1',
  fileName: 'film.mp4',
  fileExtension: 'mp4',
  size: 1,
  hasThumbnail: false,
};
let server: Server;
let received: Received[];

beforeEach(async () => {
  received = [];
  ends = [];
  attempts.length = 0;
  server = createServer((request, response) => {
    received.push({ method: request.method, url: request.url, headers: request.headers });
    request.resume();
    if (request.url?.endsWith('/access'))
      return void response.end(
        JSON.stringify({
          accessToken: 'new',
          workflowKey: 'w1',
          accountId: 'a1',
          workflowType: 'ASSISTENT',
        }),
      );
    if (request.url?.endsWith('/finish'))
      return void response.end(JSON.stringify({ files: [stored] }));
    response
      .writeHead(request.method === 'POST' ? 201 : 204, {
        location: '/api/v2.0/files/resumable/upload-1',
      })
      .end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  formSession.set({
    accessToken: 'old',
    workflowKey: 'w1',
    accountId: 'a1',
    workflowType: 'ASSISTENT',
  });
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

const file = new File([new Uint8Array(fileLimits.resumableFromBytes + 1)], 'Müller 😀.mp4');
const send = (options: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {}) =>
  sendUpload({
    file,
    fields: { ElementId: 'film' },
    idempotencyKey: 'key-1',
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...options,
  });
const calls = () =>
  received.map(({ method, url }) => `${method} ${url?.replace('/api/v2.0/files/resumable', '')}`);

it('A large file is announced, sent in parts and completed', async () => {
  const progress: number[] = [];
  expect(await send({ onProgress: (bytes) => progress.push(bytes) })).toEqual(stored);
  expect(calls()).toEqual(['POST ', 'POST /upload-1/finish']);
  expect(received[0]?.headers).toMatchObject({
    'idempotency-key': 'key-1',
    'upload-length': String(file.size),
    'tus-resumable': '1.0.0',
    authorization: 'Bearer old',
    'x-application-key': 'app',
  });
  const [, name] = /filename (\S+?),/.exec(String(received[0]?.headers['upload-metadata'])) ?? [];
  expect(Buffer.from(name ?? '', 'base64').toString()).toBe('Müller 😀.mp4');
  expect(attempts).toMatchObject([
    { url: expect.stringMatching(/\/resumable\/upload-1$/), chunkSize: fileLimits.partBytes },
  ]);
  expect(progress).toEqual([file.size / 2]);
});

it('An upload resumes after a broken connection and with a renewed token', async () => {
  ends = ['cut', 401, 'done'];
  expect(await send()).toEqual(stored);
  expect(attempts.map(({ authorization }) => authorization)).toEqual([
    'Bearer old',
    'Bearer old',
    'Bearer new',
  ]);
});

it('A failed upload rejects with the server’s problem, or with a network error', async () => {
  ends = [410];
  await expect(send()).rejects.toMatchObject({ status: 410, problem: { reason: 'uploadExpired' } });
  ends = ['cut', 'cut', 'cut'];
  await expect(send()).rejects.toMatchObject({ status: 0 });
});

it('A cancelled upload is deleted on the server once', async () => {
  const abort = new AbortController();
  ends = ['hangs'];
  const sent = send({ signal: abort.signal });
  await expect.poll(() => attempts.length).toBe(1);
  abort.abort();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  await cancelUpload('key-1');
  await cancelUpload('key-1');
  expect(calls()).toEqual(['POST ', 'DELETE /upload-1']);
});

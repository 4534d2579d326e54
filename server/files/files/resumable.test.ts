import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
import { housekeep, sweepBlobs } from '#server/runtime/housekeeping.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: 'Unfall melden',
  formElements: [
    { id: 'papers', type: 'file', label: 'Unterlagen', maxSizeMb: 100, extensions: ['pdf', 'mp4'] },
    { id: 'photos', type: 'file', label: 'Fotos', maxSizeMb: 1 },
    { id: 'one', type: 'file', label: 'Vertrag', maxFiles: 1 },
  ],
};

type Answer = { status: number; reason: string | undefined; headers: IncomingMessage['headers'] };
type Upload = { id: string; of: Visitor };

const root = '/api/v2.0/files/resumable';
const pdf = (size: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);
const patiently = { timeout: 10_000 };
const getHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnEachDatabase('resumable uploads', (open) => {
  let server: TestServer;
  let address: string;
  let visitor: Visitor;
  let processGuid: string;
  let accountId: string;
  let connections: Socket[];

  beforeEach(async () => {
    server = await startTestServer({ open });
    const account = await addAccount(server);
    ({ accountId } = account);
    ({ processGuid } = await publish(server, account.apiKey, definition));
    visitor = await visit(server, processGuid);
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    connections = [];
    server.app.server.on('connection', (socket) => connections.push(socket));
  });
  afterEach(() => server.close());

  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile());
  const files = () => server.deps.db.selectFrom('files').selectAll().execute();

  const buildRequest = (
    method: string,
    path: string,
    { headers }: Visitor,
    own: Record<string, string | number>,
  ) =>
    request(`${address}${path}`, {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...own },
    }).on('error', () => undefined); // so that waiters are resolved

  async function call(
    method: string,
    path: string,
    of: Visitor,
    own: Record<string, string | number> = {},
    body?: Buffer,
  ): Promise<Answer> {
    const sent = buildRequest(method, path, of, {
      ...own,
      ...(body ? { 'content-length': body.length } : {}),
    });
    const [[answer]] = await Promise.all([
      once(sent, 'response') as Promise<[IncomingMessage]>,
      Promise.resolve(sent.end(body)),
    ]);
    const said = await text(answer);
    return {
      status: answer.statusCode ?? 0,
      reason: said ? (JSON.parse(said) as { reason?: string }).reason : undefined,
      headers: answer.headers,
    };
  }

  const named = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  const announce = (
    size: number,
    {
      of = visitor,
      name = 'Müller 😀.pdf',
      elementId = 'papers',
      key,
    }: { of?: Visitor; name?: string; elementId?: string; key?: string } = {},
  ) =>
    call('POST', root, of, {
      'upload-length': size,
      'upload-metadata': named({ filename: name, ElementId: elementId }),
      ...(key ? { 'idempotency-key': key } : {}),
    });

  async function begin(
    size: number,
    options: Parameters<typeof announce>[1] = {},
  ): Promise<Upload> {
    const { status, headers } = await announce(size, options);
    expect(status).toBe(201);
    return { id: headers.location?.split('/').at(-1) ?? '', of: options.of ?? visitor };
  }

  const loadOffset = async ({ id, of }: Upload) =>
    Number((await call('HEAD', `${root}/${id}`, of)).headers['upload-offset']);
  const bytes = { 'content-type': 'application/offset+octet-stream' };
  const send = ({ id, of }: Upload, offset: number, content: Buffer) =>
    call('PATCH', `${root}/${id}`, of, { ...bytes, 'upload-offset': offset }, content);

  /** Declares the whole body from the offset on, sends some bytes and breaks the connection. */
  async function breakOff(
    { id, of }: Upload,
    content: Buffer,
    offset: number,
    sentBytes: number,
  ): Promise<void> {
    const sent = buildRequest('PATCH', `${root}/${id}`, of, {
      ...bytes,
      'upload-offset': offset,
      'content-length': content.length - offset,
    });
    await new Promise((resolve) => {
      sent.write(content.subarray(offset, offset + sentBytes), resolve);
    });
    const { localPort, bytesWritten = 0 } = sent.socket ?? {};
    const arrived = () => connections.find(({ remotePort }) => remotePort === localPort)?.bytesRead;
    await expect.poll(arrived, patiently).toBe(bytesWritten);
    sent.destroy();
  }

  const finish = async ({ id, of: { headers } }: Upload) =>
    server.app.inject({ method: 'POST', url: `${root}/${id}/finish`, headers });
  const getFile = async (upload: Upload) => {
    const {
      files: [file],
    } = json<{ files: [{ fileuploadId: string; fileName: string; size: number }] }>(
      await finish(upload),
    );
    return file;
  };

  it('A resumed upload becomes the chosen file', { timeout: 30_000 }, async () => {
    const content = pdf(20 * 1024 * 1024);
    const upload = await begin(content.length);
    expect(await loadOffset(upload)).toBe(0);
    await breakOff(upload, content, 0, 12_000_000);
    await expect
      .poll(() => loadOffset(upload), patiently)
      .toBeGreaterThanOrEqual(fileLimits.partBytes);
    const middle = await loadOffset(upload);
    await breakOff(upload, content, middle, 100_000);
    await expect.poll(() => loadOffset(upload), patiently).toBeGreaterThan(middle);
    const rest = await loadOffset(upload);
    expect(await send(upload, rest, content.subarray(rest))).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(content.length) },
    });

    const file = await getFile(upload);
    expect(file).toEqual({
      fileuploadId: expect.any(String),
      fileName: 'Müller 😀.pdf',
      fileExtension: 'pdf',
      size: content.length,
      hasThumbnail: true,
    });
    expect(await files()).toMatchObject([{ sha256: getHash(content), elementId: 'papers' }]);
    const back = await fetch(`${address}/api/files/download/${file.fileuploadId}`, {
      headers: visitor.headers,
    });
    expect(getHash(Buffer.from(await back.arrayBuffer()))).toBe(getHash(content));
    expect(await blobs()).toHaveLength(1);
  });

  it('An upload reports offset and expiry, and nothing to other origins', async () => {
    const upload = await begin(100);
    const { headers } = await call('HEAD', `${root}/${upload.id}`, visitor);
    expect(headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': '100',
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'upload-expires': 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('upload-metadata');
  });

  it('Bytes are accepted at the current offset only', async () => {
    const content = pdf(1_000);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 400));
    for (const wrong of [0, 399, 401])
      expect(await send(upload, wrong, content.subarray(wrong))).toMatchObject({
        status: 409,
        reason: 'conflict',
      });
    expect(await loadOffset(upload)).toBe(400);
    expect(await send(upload, 400, content)).toMatchObject({
      status: 413,
      reason: 'requestTooLarge',
    });
    expect(await loadOffset(upload)).toBe(400);
    expect((await finish(upload)).statusCode).toBe(409);
  });

  it('Concurrent requests with the same bytes store them once', async () => {
    const content = pdf(9 * 1024 * 1024);
    const upload = await begin(content.length);
    await Promise.allSettled([send(upload, 0, content), send(upload, 0, content)]);
    const offset = await loadOffset(upload);
    if (offset < content.length) await send(upload, offset, content.subarray(offset));
    await getFile(upload);
    expect(await files()).toMatchObject([{ sha256: getHash(content), size: content.length }]);
    expect(await blobs()).toHaveLength(1);
  });

  it('A silent connection does not block the upload', async () => {
    const content = pdf(1_000_000);
    const upload = await begin(content.length);
    const silent = buildRequest('PATCH', `${root}/${upload.id}`, visitor, {
      ...bytes,
      'upload-offset': 0,
      'content-length': content.length,
    });
    await new Promise((resolve) => {
      silent.write(content.subarray(0, 300_000), resolve);
    });
    await expect.poll(() => loadOffset(upload), patiently).toBeGreaterThan(0);
    const offset = await loadOffset(upload);
    expect((await send(upload, offset, content.subarray(offset))).status).toBe(204);
    await getFile(upload);
    expect(await files()).toMatchObject([{ sha256: getHash(content) }]);
    silent.destroy();
  });

  it('Retries create and finish an upload once', async () => {
    const content = pdf(1_000);
    const begun = await Promise.all([1, 2, 3].map(() => begin(content.length, { key: 'same' })));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await announce(content.length + 1, { key: 'same' })).toMatchObject({
      status: 409,
      reason: 'conflict',
    });
    const [upload] = begun;
    if (!upload) throw new Error('nothing was begun');
    await send(upload, 0, content);
    const answers = await Promise.all([1, 2, 3].map(() => finish(upload)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await begin(content.length, { key: 'same' })).id).toBe(upload.id);
    expect((await finish(upload)).body).toBe(answers[0]?.body);
    expect(await files()).toHaveLength(1);
    expect(await blobs()).toHaveLength(1);
  });

  it('An upload is visible to its owner only', async () => {
    const upload = await begin(1_000);
    const strangers = [
      await visit(server, processGuid),
      { workflowKey: '', headers: await signIn(server, (await addUser(server, [accountId])).id) },
    ];
    for (const of of strangers) {
      const theirs = { ...upload, of };
      const answers = [
        await call('HEAD', `${root}/${upload.id}`, of),
        await send(theirs, 0, pdf(1_000)),
        await call('DELETE', `${root}/${upload.id}`, of),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await finish(theirs)).statusCode).toBe(404);
    }
    expect(
      await call('HEAD', `${root}/${upload.id}`, { workflowKey: '', headers: webKeys }),
    ).toMatchObject({ status: 401 });
    expect(
      await call('HEAD', `${root}/${upload.id}`, {
        workflowKey: '',
        headers: { authorization: visitor.headers['authorization'] ?? '' },
      }),
    ).toMatchObject({ status: 401 });
    expect(await loadOffset(upload)).toBe(0);
  });

  it('An upload can be cancelled, also while it runs', async () => {
    const content = pdf(1_000_000);
    const upload = await begin(content.length);
    await breakOff(upload, content, 0, 500_000);
    await expect.poll(blobs, patiently).toHaveLength(1);
    expect(await call('DELETE', `${root}/${upload.id}`, visitor)).toMatchObject({ status: 204 });
    expect(await blobs()).toEqual([]);
    expect(await send(upload, 0, content)).toMatchObject({ status: 404, reason: 'notFound' });
  });

  it('An upload expires a day after its last byte', async () => {
    const hour = 3_600_000;
    const content = pdf(1_000);
    const upload = await begin(content.length, { key: 'slow' });
    server.clock.forward((storageLimits.unfinishedHours - 1) * hour);
    const again = await visit(server, processGuid);
    const later = { id: upload.id, of: { ...visitor, headers: await renewed(visitor, again) } };
    await send(later, 0, content.subarray(0, 400));
    server.clock.forward((storageLimits.unfinishedHours - 1) * hour);
    await housekeep(server.deps);
    await sweepBlobs(server.deps, { error: () => undefined });
    expect(await blobs()).toHaveLength(1);
    server.clock.forward(2 * hour);
    const late = { id: upload.id, of: { ...visitor, headers: await renewed(visitor, again) } };
    expect(await send(late, 400, content.subarray(400))).toMatchObject({
      status: 410,
      reason: 'uploadExpired',
    });
    expect((await finish(late)).statusCode).toBe(410);
    const anew = await begin(content.length, { of: late.of, key: 'slow' });
    expect([anew.id === upload.id, await loadOffset(anew), await blobs()]).toEqual([false, 0, []]);
    server.clock.forward((storageLimits.unfinishedHours + 1) * hour);
    await housekeep(server.deps);
    expect(await server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  /** A token expires after 15 minutes. */
  async function renewed(
    { workflowKey }: Visitor,
    { headers }: Visitor,
  ): Promise<Record<string, string>> {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey },
    });
    return {
      ...headers,
      authorization: `Bearer ${json<{ accessToken: string }>(answer).accessToken}`,
    };
  }

  it('A retry gets the upload although its own file used the last slot', async () => {
    const content = pdf(2_000);
    const upload = await begin(content.length, { elementId: 'one', key: 'once' });
    await send(upload, 0, content);
    await getFile(upload);
    const other = await begin(content.length, { elementId: 'one' });
    await send(other, 0, content);
    await getFile(other);
    expect(await announce(content.length, { elementId: 'one' })).toMatchObject({
      status: 403,
      reason: 'uploadLimit',
    });
    expect((await begin(content.length, { elementId: 'one', key: 'once' })).id).toBe(upload.id);
  });
});

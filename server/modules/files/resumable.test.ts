import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { housekeep, sweepBlobs } from '#server/housekeeping.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  upload as uploadWhole,
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
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnEachDatabase('uploads in parts', (open) => {
  let server: TestServer;
  let address: string;
  let visitor: Visitor;
  let processGuid: string;
  let accountId: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    const account = await addAccount(server);
    ({ accountId } = account);
    ({ processGuid } = await publish(server, account.apiKey, definition));
    visitor = await visit(server, processGuid);
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile());
  const files = () => server.deps.db.selectFrom('files').selectAll().execute();

  const requestOf = (
    method: string,
    path: string,
    { headers }: Visitor,
    own: Record<string, string | number>,
  ) =>
    request(`${address}${path}`, {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...own },
    }).on('error', () => undefined); // whoever waits for its answer is told

  async function call(
    method: string,
    path: string,
    of: Visitor,
    own: Record<string, string | number> = {},
    body?: Buffer,
  ): Promise<Answer> {
    const sent = requestOf(method, path, of, {
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

  const offsetOf = async ({ id, of }: Upload) =>
    Number((await call('HEAD', `${root}/${id}`, of)).headers['upload-offset']);
  const bytes = { 'content-type': 'application/offset+octet-stream' };
  const send = ({ id, of }: Upload, offset: number, content: Buffer) =>
    call('PATCH', `${root}/${id}`, of, { ...bytes, 'upload-offset': offset }, content);

  /** Announces everything from the offset on, sends so many bytes of it and breaks off, as a network does. */
  async function breakOff(
    { id, of }: Upload,
    content: Buffer,
    offset: number,
    sentBytes: number,
  ): Promise<void> {
    const sent = requestOf('PATCH', `${root}/${id}`, of, {
      ...bytes,
      'upload-offset': offset,
      'content-length': content.length - offset,
    });
    await new Promise((resolve) => {
      sent.write(content.subarray(offset, offset + sentBytes), resolve);
    });
    await new Promise((resolve) => setTimeout(resolve, 100)); // what lies in the socket's buffer is to arrive
    sent.destroy();
  }

  const finish = async ({ id, of: { headers } }: Upload) =>
    server.app.inject({ method: 'POST', url: `${root}/${id}/finish`, headers });
  const fileOf = async (upload: Upload) => {
    const {
      files: [file],
    } = json<{ files: [{ fileuploadId: string; fileName: string; size: number }] }>(
      await finish(upload),
    );
    return file;
  };

  it(
    'go on where they broke off, and end as the file that was chosen',
    { timeout: 30_000 },
    async () => {
      const content = pdf(20 * 1024 * 1024);
      const upload = await begin(content.length);
      expect(await offsetOf(upload)).toBe(0);
      await breakOff(upload, content, 0, 12_000_000);
      await expect
        .poll(() => offsetOf(upload), patiently)
        .toBeGreaterThanOrEqual(limits.file.partBytes);
      const middle = await offsetOf(upload);
      await breakOff(upload, content, middle, 100_000);
      await expect.poll(() => offsetOf(upload), patiently).toBeGreaterThan(middle);
      const rest = await offsetOf(upload);
      expect(await send(upload, rest, content.subarray(rest))).toMatchObject({
        status: 204,
        headers: { 'upload-offset': String(content.length) },
      });

      const file = await fileOf(upload);
      expect(file).toEqual({
        fileuploadId: expect.any(String),
        fileName: 'Müller 😀.pdf',
        fileExtension: 'pdf',
        size: content.length,
        hasThumbnail: true,
      });
      expect(await files()).toMatchObject([{ sha256: hashOf(content), elementId: 'papers' }]);
      const back = await fetch(`${address}/api/files/download/${file.fileuploadId}`, {
        headers: visitor.headers,
      });
      expect(hashOf(Buffer.from(await back.arrayBuffer()))).toBe(hashOf(content));
      expect(await blobs()).toHaveLength(1);
    },
  );

  it('say how far they are, how long they wait, and nothing to other origins', async () => {
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

  it('take bytes only where those before them end', async () => {
    const content = pdf(1_000);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 400));
    for (const wrong of [0, 399, 401])
      expect(await send(upload, wrong, content.subarray(wrong))).toMatchObject({
        status: 409,
        reason: 'conflict',
      });
    expect(await offsetOf(upload)).toBe(400);
    expect(await send(upload, 400, content)).toMatchObject({
      status: 413,
      reason: 'requestTooLarge',
    });
    expect(await offsetOf(upload)).toBe(400);
    expect((await finish(upload)).statusCode).toBe(409);
  });

  it('of two that send the same bytes at once, keep them once', async () => {
    const content = pdf(9 * 1024 * 1024);
    const upload = await begin(content.length);
    await Promise.allSettled([send(upload, 0, content), send(upload, 0, content)]);
    const offset = await offsetOf(upload);
    if (offset < content.length) await send(upload, offset, content.subarray(offset));
    await fileOf(upload);
    expect(await files()).toMatchObject([{ sha256: hashOf(content), size: content.length }]);
    expect(await blobs()).toHaveLength(1);
  });

  it('are not held up by a connection that says nothing any more', async () => {
    const content = pdf(1_000_000);
    const upload = await begin(content.length);
    const silent = requestOf('PATCH', `${root}/${upload.id}`, visitor, {
      ...bytes,
      'upload-offset': 0,
      'content-length': content.length,
    });
    await new Promise((resolve) => {
      silent.write(content.subarray(0, 300_000), resolve);
    });
    await expect.poll(() => offsetOf(upload), patiently).toBeGreaterThan(0);
    const offset = await offsetOf(upload);
    expect((await send(upload, offset, content.subarray(offset))).status).toBe(204);
    await fileOf(upload);
    expect(await files()).toMatchObject([{ sha256: hashOf(content) }]);
    silent.destroy();
  });

  it('are begun once and finished once, however often it is said', async () => {
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

  it('are nobody’s but their owner’s', async () => {
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
    expect(await offsetOf(upload)).toBe(0);
  });

  it.each([
    [
      'a file past the element’s size',
      1024 * 1024 + 1,
      { elementId: 'photos', name: 'a.jpg' },
      413,
      'fileTooLarge',
    ],
    ['a file past every size', limits.file.maxSizeBytes + 1, {}, 413, 'fileTooLarge'],
    [
      'an extension the product does not take',
      100,
      { name: 'setup.exe' },
      400,
      'fileExtensionNotAllowed',
    ],
    [
      'an extension this element does not take',
      100,
      { name: 'bild.png' },
      400,
      'fileExtensionNotAllowed',
    ],
    ['an empty file', 0, {}, 400, 'emptyFile'],
    ['an element that is not there', 100, { elementId: 'nothing' }, 400, 'invalidInput'],
  ])('refuse %s before a byte of it is sent', async (_, size, options, status, reason) => {
    expect(await announce(size, options)).toMatchObject({ status, reason });
    expect(await server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  it('refuse what does not keep to the protocol', async () => {
    const upload = await begin(100);
    for (const own of [
      { ...bytes, 'upload-offset': '-1' },
      { 'content-type': 'text/plain', 'upload-offset': 0 },
      { ...bytes, 'tus-resumable': '0.1', 'upload-offset': 0 },
    ]) {
      expect(
        (await call('PATCH', `${root}/${upload.id}`, visitor, own, Buffer.from('x'))).status,
      ).toBeGreaterThanOrEqual(400);
    }
    expect(await call('POST', root, visitor, { 'upload-length': 'many' })).toMatchObject({
      status: 400,
      reason: 'invalidInput',
    });
    expect(await call('POST', root, visitor, { 'upload-metadata': 'filename' })).toMatchObject({
      status: 400,
      reason: 'invalidInput',
    });
    expect(await offsetOf(upload)).toBe(0);
  });

  it('end with a virus in them, and nothing of them stays', async () => {
    const eicar = Buffer.from(
      'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
    );
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), eicar]);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 40)); // the test virus lies across two parts
    await send(upload, 40, content.subarray(40));
    expect(json(await finish(upload))).toMatchObject({ reason: 'virusFound' });
    expect([await files(), await blobs()]).toEqual([[], []]);
    expect(await call('HEAD', `${root}/${upload.id}`, visitor)).toMatchObject({ status: 404 });
  });

  it('can be cancelled, also in the middle', async () => {
    const content = pdf(1_000_000);
    const upload = await begin(content.length);
    await breakOff(upload, content, 0, 500_000);
    await expect.poll(blobs, patiently).toHaveLength(1);
    expect(await call('DELETE', `${root}/${upload.id}`, visitor)).toMatchObject({ status: 204 });
    expect(await blobs()).toEqual([]);
    expect(await send(upload, 0, content)).toMatchObject({ status: 404, reason: 'notFound' });
  });

  it('are given up a day after their last byte, and not before', async () => {
    const hour = 3_600_000;
    const content = pdf(1_000);
    const upload = await begin(content.length, { key: 'slow' });
    server.clock.forward((limits.file.unfinishedHours - 1) * hour);
    const again = await visit(server, processGuid);
    const later = { id: upload.id, of: { ...visitor, headers: await renewed(visitor, again) } };
    await send(later, 0, content.subarray(0, 400));
    server.clock.forward((limits.file.unfinishedHours - 1) * hour);
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
    expect([anew.id === upload.id, await offsetOf(anew), await blobs()]).toEqual([false, 0, []]);
    server.clock.forward((limits.file.unfinishedHours + 1) * hour);
    await housekeep(server.deps);
    expect(await server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  /** A token ends after a quarter of an hour. */
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

  it('are answered as begun although their own file has taken the last room', async () => {
    const content = pdf(2_000);
    const upload = await begin(content.length, { elementId: 'one', key: 'once' });
    await send(upload, 0, content);
    await fileOf(upload);
    const other = await begin(content.length, { elementId: 'one' });
    await send(other, 0, content);
    await fileOf(other);
    expect(await announce(content.length, { elementId: 'one' })).toMatchObject({
      status: 403,
      reason: 'uploadLimit',
    });
    expect((await begin(content.length, { elementId: 'one', key: 'once' })).id).toBe(upload.id);
  });

  it('end where a client has had so many bytes of a day', async () => {
    const sizes = Array.from(
      { length: Math.floor(limits.file.quotaBytes / limits.file.maxSizeBytes) },
      () => limits.file.maxSizeBytes,
    );
    const of = {
      workflowKey: '',
      headers: await signIn(server, (await addUser(server, [accountId])).id),
    };
    const begun = await Promise.all(sizes.map((size) => begin(size, { of })));
    expect(await announce(1, { of })).toMatchObject({ status: 403, reason: 'uploadLimit' });
    const whole = await uploadWhole(server, of, { name: 'brief.pdf', content: pdf(9) });
    expect([whole.statusCode, json(whole)['reason']]).toEqual([403, 'uploadLimit']);
    await call('DELETE', `${root}/${begun[0]?.id}`, of);
    await begin(limits.file.maxSizeBytes, { of });
    expect(await announce(1, { of })).toMatchObject({ status: 403, reason: 'uploadLimit' });
    await begin(1_000); // another's day
  });

  it('end there also when many begin at once', async () => {
    const of = {
      workflowKey: '',
      headers: await signIn(server, (await addUser(server, [accountId])).id),
    };
    const room = Math.floor(limits.file.quotaBytes / limits.file.maxSizeBytes);
    const answers = await Promise.all(
      Array.from({ length: 4 * room }, () => announce(limits.file.maxSizeBytes, { of })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
  });

  it(
    'take a hundred megabytes without holding them, over a connection that breaks five times',
    { timeout: 60_000 },
    async () => {
      const mebibyte = 1024 * 1024;
      const pieceBytes = 64 * 1024; // as sockets take them
      const size = limits.file.maxSizeBytes;
      const content = randomBytes(size);
      content.write('ftypisom', 4);
      const upload = await begin(size, { name: 'film.mp4' });
      let peak = 0;

      /** Sends what is missing, up to a byte where the connection breaks. */
      async function sendUpTo(end: number): Promise<IncomingMessage | undefined> {
        const offset = await offsetOf(upload);
        const sent = requestOf('PATCH', `${root}/${upload.id}`, visitor, {
          ...bytes,
          'upload-offset': offset,
          'content-length': size - offset,
        });
        const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
        answered.catch(() => undefined); // of one that breaks there is none
        for (let at = offset; at < end; at += pieceBytes) {
          if (!sent.write(content.subarray(at, Math.min(at + pieceBytes, end))))
            await once(sent, 'drain');
          peak = Math.max(peak, process.memoryUsage().rss);
        }
        if (end < size) return void sent.destroy();
        sent.end();
        return (await answered)[0];
      }

      async function breakOffAt(end: number): Promise<void> {
        await sendUpTo(end);
        await expect
          .poll(() => offsetOf(upload), patiently)
          .toBeGreaterThan(end - 2 * limits.file.partBytes);
      }

      for (const megabytes of [3, 5, 8, 13, 21]) await breakOffAt(megabytes * mebibyte + megabytes);
      const before = (peak = process.memoryUsage().rss); // what is made ready once is no growth
      expect((await sendUpTo(size))?.statusCode).toBe(204);
      expect((await fileOf(upload)).size).toBe(size);
      expect(await files()).toMatchObject([{ sha256: hashOf(content) }]);
      expect(peak - before).toBeLessThan(60 * mebibyte);
    },
  );
});

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
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
const patiently = { timeout: 10_000 };
const getHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnEachDatabase('memory of a resumable upload', (open) => {
  let server: TestServer;
  let address: string;
  let visitor: Visitor;
  let processGuid: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    const account = await addAccount(server);
    ({ processGuid } = await publish(server, account.apiKey, definition));
    visitor = await visit(server, processGuid);
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());
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

  it(
    'A hundred megabytes over five broken connections are not buffered',
    { timeout: 60_000 },
    async () => {
      const mebibyte = 1024 * 1024;
      const pieceBytes = 64 * 1024; // like sockets
      const size = fileLimits.maxSizeBytes;
      const content = randomBytes(size);
      content.write('ftypisom', 4);
      const upload = await begin(size, { name: 'film.mp4' });
      let peak = 0;

      /** Sends the missing bytes up to the byte where the connection breaks. */
      async function sendUpTo(end: number): Promise<IncomingMessage | undefined> {
        const offset = await loadOffset(upload);
        const sent = buildRequest('PATCH', `${root}/${upload.id}`, visitor, {
          ...bytes,
          'upload-offset': offset,
          'content-length': size - offset,
        });
        const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
        answered.catch(() => undefined); // a broken connection has no response
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
          .poll(() => loadOffset(upload), patiently)
          .toBeGreaterThan(end - 2 * fileLimits.partBytes);
      }

      for (const megabytes of [3, 5, 8, 13, 21]) await breakOffAt(megabytes * mebibyte + megabytes);
      const before = (peak = process.memoryUsage().rss); // one-time allocations are not growth
      expect((await sendUpTo(size))?.statusCode).toBe(204);
      expect((await getFile(upload)).size).toBe(size);
      expect(await files()).toMatchObject([{ sha256: getHash(content) }]);
      expect(peak - before).toBeLessThan(60 * mebibyte);
    },
  );
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
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

describeOnEachDatabase('limits of resumable uploads', (open) => {
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

  const finish = async ({ id, of: { headers } }: Upload) =>
    server.app.inject({ method: 'POST', url: `${root}/${id}/finish`, headers });

  it.each([
    [
      'a file past the element’s size',
      1024 * 1024 + 1,
      { elementId: 'photos', name: 'a.jpg' },
      413,
      'fileTooLarge',
    ],
    ['a file past every size', fileLimits.maxSizeBytes + 1, {}, 413, 'fileTooLarge'],
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
  ])(
    'An upload of %s is refused before its first byte',
    async (_, size, options, status, reason) => {
      expect(await announce(size, options)).toMatchObject({ status, reason });
      expect(await server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    },
  );

  it('A violation of the protocol is refused', async () => {
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
    expect(await loadOffset(upload)).toBe(0);
  });

  it('An upload with a virus is refused and deleted', async () => {
    const eicar = Buffer.from(
      'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
    );
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), eicar]);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 40)); // the test virus spans two parts
    await send(upload, 40, content.subarray(40));
    expect(json(await finish(upload))).toMatchObject({ reason: 'virusFound' });
    expect([await files(), await blobs()]).toEqual([[], []]);
    expect(await call('HEAD', `${root}/${upload.id}`, visitor)).toMatchObject({ status: 404 });
  });

  it('The daily limit of a client refuses further uploads', async () => {
    const sizes = Array.from(
      { length: Math.floor(storageLimits.quotaBytes / fileLimits.maxSizeBytes) },
      () => fileLimits.maxSizeBytes,
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
    await begin(fileLimits.maxSizeBytes, { of });
    expect(await announce(1, { of })).toMatchObject({ status: 403, reason: 'uploadLimit' });
    await begin(1_000); // the next day
  });

  it('The daily limit applies to concurrent uploads', async () => {
    const of = {
      workflowKey: '',
      headers: await signIn(server, (await addUser(server, [accountId])).id),
    };
    const room = Math.floor(storageLimits.quotaBytes / fileLimits.maxSizeBytes);
    const answers = await Promise.all(
      Array.from({ length: 4 * room }, () => announce(fileLimits.maxSizeBytes, { of })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
  });
});

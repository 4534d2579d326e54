import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { Transform } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
import { ScannerDown } from '#server/ports/virusScan.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  uploadOverSocket,
  visit,
  webKeys,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';
import { deleteOrphan, listOrphans } from './repository.ts';
import { removeOrphans } from './service.ts';

const definition: FormDefinition = {
  title: 'Unfall melden',
  formElements: [
    { id: 'photos', type: 'file', label: 'Fotos', maxSizeMb: 1, extensions: ['jpg', 'pdf'] },
    { id: 'papers', type: 'file', label: 'Unterlagen', maxSizeMb: 50 },
    { id: 'name', type: 'input', label: 'Name' },
  ],
};

type Uploaded = {
  files: { fileuploadId: string; fileName: string; size: number; hasThumbnail: boolean }[];
};

describeOnEachDatabase('uploads', (open) => {
  let server: TestServer;
  let visitor: Visitor;
  let processGuid: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    const { apiKey } = await addAccount(server);
    ({ processGuid } = await publish(server, apiKey, definition));
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  const send = (
    name: string,
    content: Buffer,
    options: { elementId?: string; idempotencyKey?: string } = {},
  ) => upload(server, visitor, { name, content, elementId: 'papers', ...options });
  const rows = () => server.deps.db.selectFrom('files').selectAll().execute();
  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile());

  it('An upload is stored unchanged and returns the data for the form', async () => {
    const answer = await send('Mu\u0308ller 😀.pdf', Buffer.from('%PDF-1.7'));
    expect(json<Uploaded>(answer).files).toEqual([
      {
        fileuploadId: expect.any(String),
        fileName: 'Müller 😀.pdf',
        fileExtension: 'pdf',
        size: 8,
        hasThumbnail: expect.any(Boolean),
      },
    ]);
    const id = json<Uploaded>(answer).files[0]?.fileuploadId;
    const bytes = await server.app.inject({
      url: `/api/files/download/${id}?resultType=Stream`,
      headers: visitor.headers,
    });
    expect(bytes.body).toBe('%PDF-1.7');
    expect(bytes.headers).toMatchObject({
      'content-disposition':
        'attachment; filename="Muller _.pdf"; filename*=UTF-8\'\'M%C3%BCller%20%F0%9F%98%80.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    [
      'an extension the product does not take',
      'setup.exe',
      'papers',
      Buffer.from('MZ'),
      400,
      'fileExtensionNotAllowed',
    ],
    [
      'an extension this element does not take',
      'brief.docx',
      'photos',
      Buffer.from('PK'),
      400,
      'fileExtensionNotAllowed',
    ],
    ['an empty file', 'leer.pdf', 'papers', Buffer.alloc(0), 400, 'emptyFile'],
    [
      'a file past the element’s size',
      'gross.jpg',
      'photos',
      Buffer.alloc(1024 * 1024 + 1, 'ffd8ff', 'hex'),
      413,
      'fileTooLarge',
    ],
    [
      'a file for an element that takes none',
      'brief.pdf',
      'name',
      Buffer.from('%PDF'),
      400,
      'invalidInput',
    ],
    [
      'the test virus',
      'rechnung.pdf',
      'papers',
      Buffer.from(
        '%PDF' + 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
      ),
      422,
      'virusFound',
    ],
  ])(
    'An upload of %s is refused and not stored',
    async (_, name, elementId, content, status, reason) => {
      const answer = await send(name, content, { elementId });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([status, reason]);
      expect(await rows()).toEqual([]);
      expect(await blobs()).toEqual([]);
    },
  );

  it('An upload is refused while the scanner is down, and its retry stored later', async () => {
    const { virusScan } = server.deps;
    server.deps.virusScan = {
      scanning: () =>
        new Transform({ transform: (_chunk, _encoding, done) => done(new ScannerDown()) }),
    };
    const [name, content, options] = [
      'brief.pdf',
      Buffer.from('%PDF-1.7'),
      { idempotencyKey: 'same' },
    ] as const;
    const answer = await send(name, content, options);
    expect([answer.statusCode, json(answer)['reason'], answer.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect([await rows(), await blobs()]).toEqual([[], []]);
    server.deps.virusScan = virusScan;
    expect((await send(name, content, options)).statusCode).toBe(200);
  });

  it('The uploads of an element are limited to twice its maximum, also concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 49 }, () => send('a.pdf', Buffer.from('%PDF'))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(40);
    expect(json(await send('a.pdf', Buffer.from('%PDF')))['reason']).toBe('uploadLimit');
    expect(await rows()).toHaveLength(40);
    expect(await blobs()).toHaveLength(40);
  });

  it('An upload after the submission is refused', async () => {
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    const answer = await send('a.pdf', Buffer.from('%PDF'));
    expect([answer.statusCode, json(answer)['reason']]).toEqual([409, 'alreadySubmitted']);
  });

  it('A missing field is reported with a text', async () => {
    expect(json(await send('a.pdf', Buffer.from('%PDF'), { elementId: 'name' }))['fields']).toEqual(
      { '/ElementId': 'Zu dieser Frage gehört keine solche Antwort.' },
    );
    const nothing = await server.app.inject({
      method: 'POST',
      url: '/api/files/upload',
      headers: { ...visitor.headers, 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b--\r\n',
    });
    expect(json(nothing)['fields']).toEqual({ '/File': 'Diese Angabe fehlt.' });
  });

  it('A retry gets the first response', async () => {
    const content = Buffer.from('%PDF');
    const answers = await Promise.all(
      [1, 2, 3].map(() => send('a.pdf', content, { idempotencyKey: 'same' })),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(await blobs()).toHaveLength(1);
  });

  const getHead = (length: number): string => {
    const headers = {
      ...visitor.headers,
      host: 'x',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `POST /api/v2.0/files/upload HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  };
  const partsBefore =
    '--b\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n--b\r\n' +
    'Content-Disposition: form-data; name="File"; filename="a.pdf"\r\n\r\n';

  it('A broken connection leaves no row, no blob and no temporary file', async () => {
    const incoming = () => readdir(join(server.deps.config.dataDir, 'incoming')).catch(() => []);
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(getHead(500_000) + partsBefore);
    socket.write(Buffer.alloc(100_000, '%PDF'));
    await expect.poll(incoming).toHaveLength(1);
    socket.destroy();
    await expect.poll(incoming).toEqual([]);
    expect([await blobs(), await rows()]).toEqual([[], []]);
  });

  it('An upload that is cut at any byte leaves neither row nor blob', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const body = `${partsBefore}%PDF-1.7 ${'x'.repeat(50)}\r\n--b--\r\n`;
    const request = Buffer.from(getHead(body.length) + body);
    await Promise.all(
      Array.from(
        { length: body.length + 1 },
        (_, cut) =>
          new Promise((resolve) => {
            const socket = connect(Number(new URL(address).port), '127.0.0.1')
              .once('close', resolve)
              .on('error', () => undefined);
            socket.on('data', () => socket.end()).write(request.subarray(0, request.length - cut));
            if (cut > 0) socket.end();
          }),
      ),
    );
    await expect.poll(async () => [(await rows()).length, (await blobs()).length]).toEqual([1, 1]);
  });

  it('An upload can be removed by its owner until the submission', async () => {
    const id = json<Uploaded>(await send('a.pdf', Buffer.from('%PDF'))).files[0]?.fileuploadId;
    const stranger = await visit(server, processGuid);
    const remove = ({ headers }: Visitor) =>
      server.app.inject({ method: 'DELETE', url: `/api/v2.0/files/upload/${id}`, headers });
    expect((await remove(stranger)).statusCode).toBe(404);
    expect((await remove(visitor)).statusCode).toBe(200);
    expect(await blobs()).toEqual([]);
  });

  it('An upload cannot be read by another visitor', async () => {
    const id = json<Uploaded>(await send('a.pdf', Buffer.from('%PDF'))).files[0]?.fileuploadId;
    const stranger = await visit(server, processGuid);
    for (const call of ['download', 'thumbnail']) {
      expect(
        (await server.app.inject({ url: `/api/files/${call}/${id}`, headers: stranger.headers }))
          .statusCode,
      ).toBe(404);
    }
  });

  it('An upload is deleted a day after the form was last used', async () => {
    const hour = 3_600_000;
    await send('a.pdf', Buffer.from('%PDF'));
    server.clock.forward((storageLimits.orphanAfterHours - 1) * hour);
    expect(await removeOrphans(server.deps)).toBe(0);
    await server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey: visitor.workflowKey },
    });
    server.clock.forward(2 * hour);
    expect(await removeOrphans(server.deps)).toBe(0);
    server.clock.forward(storageLimits.orphanAfterHours * hour);
    expect(await removeOrphans(server.deps)).toBe(1);
    expect(await blobs()).toEqual([]);
  });

  it('An upload is kept if its workflow is used during the deletion', async () => {
    await send('a.pdf', Buffer.from('%PDF'));
    server.clock.forward((storageLimits.orphanAfterHours + 1) * 3_600_000);
    const before = server.clock.now().toISOString();
    const [orphan] = await listOrphans(server.deps.db, before);
    server.clock.forward(1);
    await server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey: visitor.workflowKey },
    });
    expect(await deleteOrphan(server.deps.db, orphan?.id ?? '', before)).toBe(false);
    expect(await rows()).toHaveLength(1);
  });

  it('A blob is kept if the response of the commit is lost', async () => {
    const begin = server.deps.db.transaction.bind(server.deps.db);
    const lost = vi.spyOn(server.deps.db, 'transaction').mockImplementation(() => {
      const transaction = begin();
      const execute = transaction.execute.bind(transaction);
      return Object.assign(transaction, {
        execute: (work: Parameters<typeof execute>[0]) =>
          execute(work).then(() => {
            throw new Error('the connection broke off');
          }),
      });
    });
    expect((await send('a.pdf', Buffer.from('%PDF'))).statusCode).toBe(500);
    lost.mockRestore();
    expect([await rows(), await blobs()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('Any number of expired uploads is deleted', async () => {
    const row = (await send('a.pdf', Buffer.from('%PDF')), (await rows())[0]);
    if (!row) throw new Error('nothing was stored');
    await server.deps.db
      .insertInto('files')
      .values(Array.from({ length: 700 }, (_, index) => ({ ...row, id: `copy-${index}` })))
      .execute();
    server.clock.forward(2 * storageLimits.orphanAfterHours * 3_600_000);
    expect(await removeOrphans(server.deps)).toBe(701);
  });

  it('A refused upload is read to its end, so that the client gets the response', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const sixtyMb = 60 * 1024 * 1024;
    const refuse = (name: string) => uploadOverSocket(address, visitor, { name, size: sixtyMb });
    const before = process.memoryUsage.rss();
    for (const [name, expected] of [
      ['setup.exe', [400, 'fileExtensionNotAllowed']],
      ['film.mp4', [413, 'fileTooLarge']],
    ] as const) {
      const { status, reason, peakRss } = await refuse(name);
      expect([status, reason]).toEqual(expected);
      expect(peakRss - before).toBeLessThan(sixtyMb);
    }
    expect(await blobs()).toEqual([]);
    expect(
      (await server.app.inject({ url: '/api/files/upload/info', headers: webKeys })).statusCode,
    ).toBe(200);
  });

  it('The connection is closed if a refused upload exceeds the limit', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await uploadOverSocket(address, visitor, {
      name: 'film.mp4',
      size: 1_000_000,
      declaredSize: 2 * fileLimits.maxSizeBytes,
    });
    expect(answer).toMatchObject({ status: 413, connection: 'close' });
  });
});

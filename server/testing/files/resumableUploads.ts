import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { OpenTestDatabase } from '#server/testing/testDatabase.ts';
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
type Headers = Record<string, string | number>;
export type Upload = { id: string; of: Visitor };
type Announced = { of?: Visitor; name?: string; elementId?: string; key?: string };

/** Address of resumable uploads. */
export const root = '/api/v2.0/files/resumable';
export const bytes = { 'content-type': 'application/offset+octet-stream' };

/** Returns a PDF of this size with random content. */
export const makePdf = (size: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

/** Encodes the metadata of an upload. */
const encodeMetadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

type World = {
  server: TestServer;
  address: string;
  visitor: Visitor;
  processGuid: string;
  accountId: string;
  /** Connections to the server since the start of the test. */
  connections: Socket[];
};

/** Calls the server over a real connection. */
function createCalls(world: World) {
  const buildRequest = (method: string, path: string, { headers }: Visitor, own: Headers) =>
    request(`${world.address}${path}`, {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...own },
    }).on('error', () => undefined); // so that waiters are resolved

  async function call(
    method: string,
    path: string,
    of: Visitor,
    own: Headers = {},
    body?: Buffer,
  ): Promise<Answer> {
    const length = body ? { 'content-length': body.length } : {};
    const sent = buildRequest(method, path, of, { ...own, ...length });
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
  return { buildRequest, call };
}

/** The steps of an upload. */
function createSteps(world: World, { call }: ReturnType<typeof createCalls>) {
  const announce = (
    size: number,
    { of = world.visitor, name = 'Müller 😀.pdf', elementId = 'papers', key }: Announced = {},
  ) =>
    call('POST', root, of, {
      'upload-length': size,
      'upload-metadata': encodeMetadata({ filename: name, ElementId: elementId }),
      ...(key ? { 'idempotency-key': key } : {}),
    });

  async function begin(size: number, options: Announced = {}): Promise<Upload> {
    const { status, headers } = await announce(size, options);
    expect(status).toBe(201);
    return { id: headers.location?.split('/').at(-1) ?? '', of: options.of ?? world.visitor };
  }

  const finish = ({ id, of: { headers } }: Upload) =>
    world.server.app.inject({ method: 'POST', url: `${root}/${id}/finish`, headers });

  return {
    announce,
    begin,
    finish,
    loadOffset: async ({ id, of }: Upload) =>
      Number((await call('HEAD', `${root}/${id}`, of)).headers['upload-offset']),
    send: ({ id, of }: Upload, offset: number, content: Buffer) =>
      call('PATCH', `${root}/${id}`, of, { ...bytes, 'upload-offset': offset }, content),
    async getFile(upload: Upload) {
      type Files = { files: [{ fileuploadId: string; fileName: string; size: number }] };
      return json<Files>(await finish(upload)).files[0];
    },
    listBlobs: async () =>
      (
        await readdir(world.server.blobFolder, { recursive: true, withFileTypes: true }).catch(
          () => [],
        )
      ).filter((entry) => entry.isFile()),
    listFiles: () => world.server.deps.db.selectFrom('files').selectAll().execute(),
  };
}

/** Starts a listening server with a visitor of a form with files before each test. */
export function setUpResumableUploads(open: OpenTestDatabase) {
  const world = {} as World;
  beforeEach(async () => {
    const server = await startTestServer({ open });
    const { accountId, apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, definition);
    const visitor = await visit(server, processGuid);
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const connections: Socket[] = [];
    server.app.server.on('connection', (socket) => connections.push(socket));
    Object.assign(world, { server, accountId, processGuid, visitor, address, connections });
  });
  afterEach(() => world.server.close());
  const calls = createCalls(world);
  return { world, ...calls, ...createSteps(world, calls) };
}

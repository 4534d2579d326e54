import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { startFakeClamd } from '#server/testing/peers/fakeClamd.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { openSqliteTest, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  publish,
  startTestServer,
  visit,
  type Visitor,
} from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

let folder: string;
let server: ServerProcess | undefined;
const hanging: { listener: Server; sockets: Socket[] }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formakte-hanging-'));
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  for (const { listener, sockets } of hanging.splice(0)) {
    for (const socket of sockets) socket.destroy();
    listener.close();
  }
  rmSync(folder, { recursive: true });
});

/** Starts a service that accepts connections, and leaves every answer to `onText`. */
async function startHanging(onText: (socket: Socket, text: string) => void = () => undefined) {
  const sockets: Socket[] = [];
  const listener = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.on('data', (bytes) => onText(socket, String(bytes)));
    onText(socket, '');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  hanging.push({ listener, sockets });
  return { port: (listener.address() as AddressInfo).port, sockets };
}

async function stop(): Promise<{ exit: unknown[]; ms: number }> {
  const child = server?.child;
  if (!child) throw new Error('no server');
  const ended = once(child, 'exit');
  const startedAt = performance.now();
  child.kill('SIGTERM');
  return { exit: await ended, ms: performance.now() - startedAt };
}

it('A scanner that hangs delays neither the start nor the stop', async () => {
  const { port, sockets } = await startHanging();
  server = await startServerProcess({ DATA_DIR: folder, CLAMD_URL: `tcp://127.0.0.1:${port}` });
  await expect.poll(() => sockets.length).toBeGreaterThan(0); // the check is running
  const { exit, ms } = await stop();
  expect(exit).toEqual([0, null]);
  expect(ms).toBeLessThan(15_000); // SHUTDOWN_SECONDS is 20
});

const definition = {
  title: 'Unfall',
  formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
};

/** Publishes a form with an upload in the data folder of the next server. */
async function prepareVisit(): Promise<{ database: TestDatabase; visitor: Visitor }> {
  const database = await openSqliteTest();
  const maker = await startTestServer({
    open: async () => ({ ...database, remove: async () => undefined }),
  });
  maker.clock.forward(Date.now() - maker.clock.now().getTime());
  const { apiKey } = await addAccount(maker);
  const { processGuid } = await publish(maker, apiKey, definition);
  const visitor = await visit(maker, processGuid);
  await maker.close();
  return { database, visitor };
}

function uploadPdf({ address }: ServerProcess, { headers }: Visitor, text: string) {
  const body = new FormData();
  body.set('ElementId', 'papers');
  body.set('File', new Blob([`%PDF-1.7 ${text}`]), 'brief.pdf');
  return fetch(`${address}/api/v2.0/files/upload`, { method: 'POST', headers, body });
}

it('An upload is refused with 503 until the scanner is checked', async () => {
  const { database, visitor } = await prepareVisit();
  const { port } = await startHanging();
  server = await startServerProcess({
    DATA_DIR: database.folder,
    CLAMD_URL: `tcp://127.0.0.1:${port}`,
  });
  expect((await uploadPdf(server, visitor, 'text')).status).toBe(503);
  await server.kill();
  await database.remove();
});

it('An upload whose scan hangs is refused with 503 at the stop', async () => {
  const { database, visitor } = await prepareVisit();
  const clamd = await startFakeClamd();
  const running = (server = await startServerProcess({
    DATA_DIR: database.folder,
    CLAMD_URL: clamd.url,
    SHUTDOWN_SECONDS: '1',
  }));
  const upload = async (text: string) => (await uploadPdf(running, visitor, text)).status;
  await expect
    .poll(() => upload('text'), { timeout: scaleTimeout(30_000), interval: 1_000 })
    .toBe(200); // the check has passed
  const hangingUpload = upload('hang');
  await expect.poll(clamd.countHanging).toBe(1);
  const { exit } = await stop();
  expect([exit, await hangingUpload]).toEqual([[0, null], 503]);
  clamd.close();
  await database.remove();
});

const replies: readonly (readonly [command: RegExp, reply: string])[] = [
  [/^$/, '220 relay\r\n'],
  [/^EHLO/, '250 relay\r\n'],
  [/^MAIL/, '250 ok\r\n'],
  [/^RCPT/, '250 ok\r\n'],
  [/^DATA/, '354 go on\r\n'],
];

it.each([
  ['before it has the text', /^RCPT/, 'waiting'],
  ['after it has the text', /^Content-Type/m, 'unclear'],
])('A relay that hangs %s is given up at the stop', async (_, hangsAt, state) => {
  const database = await openSqliteTest();
  const maker = await startTestServer({
    open: async () => ({ ...database, remove: async () => undefined }),
  });
  maker.clock.forward(Date.now() - maker.clock.now().getTime());
  await enqueueMail(maker.deps, maker.deps.db, {
    accountId: null,
    to: { email: 'miriam@beispiel.example', name: 'Miriam Castillo' },
    language: 'de',
    content: { subject: 'Ihre PIN', paragraphs: ['Text'] },
  });
  let isHanging = false;
  const { port } = await startHanging((socket, text) => {
    isHanging ||= hangsAt.test(text);
    if (isHanging) return;
    const [, reply] = replies.find(([command]) => command.test(text)) ?? [];
    if (reply) socket.write(reply);
  });
  server = await startServerProcess({
    DATA_DIR: database.folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SHUTDOWN_SECONDS: '10',
  });
  await expect.poll(() => isHanging).toBe(true);
  const { exit, ms } = await stop();
  expect(exit).toEqual([0, null]);
  expect(ms).toBeLessThan(9_900);
  expect(await database.db.selectFrom('mailOutbox').select('state').execute()).toEqual([{ state }]);
  await maker.close();
  await database.remove();
});

// `npm run check:stop`: stops a server while clients download files and call it without a pause.
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { secondMs } from '#schemas/platform/time.ts';
import { makePdf } from '#server/testing/files/resumableUploads.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { openSqliteTest, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  type Visitor,
} from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

const bytes = 24 * 1024 * 1024;
const downloads = 5;
const busyClients = 20;
let database: TestDatabase | undefined;
let running: ServerProcess | undefined;
afterEach(async () => {
  await running?.kill();
  await database?.remove();
});

async function storeFile(opened: TestDatabase): Promise<{ visitor: Visitor; fileId: string }> {
  const server = await startTestServer({
    open: async () => ({ ...opened, remove: async () => undefined }),
  });
  server.clock.forward(Date.now() - server.clock.now().getTime());
  const { apiKey } = await addAccount(server);
  const { processGuid } = await publish(server, apiKey, {
    title: 'Unfall',
    formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen', maxSizeMb: 100 }],
  });
  const visitor = await visit(server, processGuid);
  const file = { name: 'a.pdf', content: makePdf(bytes), elementId: 'papers' };
  const stored = json<{ files: { fileuploadId: string }[] }>(await upload(server, visitor, file));
  await server.close();
  return { visitor, fileId: stored.files[0]?.fileuploadId ?? '' };
}

async function call(url: string, agent: Agent, headers = {}): Promise<IncomingMessage> {
  const sent = request(url, { agent, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Reads a download slowly; returns its number of bytes. */
async function download(url: string, { headers }: Visitor): Promise<number> {
  let received = 0;
  for await (const chunk of await call(url, new Agent({ keepAlive: true }), headers)) {
    received += (chunk as Buffer).length;
    if (received < bytes / 2) await setTimeout(10);
  }
  return received;
}

/** Calls on one connection until a response ends it. Returns the statuses. */
async function callWithoutPause(url: string): Promise<unknown[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses = new Set<unknown>();
  for (;;) {
    const response = await call(url, agent);
    await once(response.resume(), 'end');
    statuses.add(response.statusCode);
    if (response.headers.connection === 'close') return [...statuses];
  }
}

it(
  'Downloads arrive whole, kept connections are not reset, and the exit code is 0',
  async () => {
    const opened = (database = await openSqliteTest());
    const { visitor, fileId } = await storeFile(opened);
    const server = (running = await startServerProcess({ DATA_DIR: opened.folder }));
    const url = `${server.address}/api/files/download/${fileId}`;
    const received = Array.from({ length: downloads }, () => download(url, visitor));
    const outcomes = Array.from({ length: busyClients }, () =>
      callWithoutPause(`${server.address}/healthz`),
    );
    await setTimeout(secondMs);
    const ended = once(server.child, 'exit');
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(await Promise.all(received)).toEqual(Array(downloads).fill(bytes));
    const lastByteMs = performance.now() - startedAt;
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - startedAt - Math.max(lastByteMs, secondMs)).toBeLessThan(secondMs);
    expect(await Promise.all(outcomes)).toEqual(Array(busyClients).fill([200]));
  },
  scaleTimeout(120_000),
);

import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storageLimits } from '#server/files/limits.ts';
import { createClamdScan } from '#server/ports/clamdScan.ts';
import { eicar } from '#server/ports/virusScan.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import {
  addAccount,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const answerMs = 100;
const head =
  '--b\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n--b\r\n' +
  'Content-Disposition: form-data; name="File"; filename="bericht.txt"\r\n\r\n';
const tail = '\r\n--b--\r\n';

/** A scanner that gives up on a connection without bytes, and finds the test virus. */
async function startScanner(): Promise<Server> {
  const scanner = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (received.subarray(-4).equals(Buffer.alloc(4)))
        socket.end(received.includes(eicar) ? 'stream: Eicar FOUND\0' : 'stream: OK\0');
    });
  });
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  return scanner;
}

/** Waits until the scanner has given up on an idle connection, by its own clock. */
async function waitLongerThan(scanner: Server): Promise<void> {
  const idle = connect((scanner.address() as AddressInfo).port, '127.0.0.1').resume();
  await once(idle, 'close');
}

describe('an upload whose connection stalls', () => {
  let server: TestServer;
  let scanner: Server;
  let visitor: Visitor;
  let address: string;

  beforeEach(async () => {
    scanner = await startScanner();
    server = await startTestServer();
    const { port } = scanner.address() as AddressInfo;
    server.deps.virusScan = createClamdScan(
      { host: '127.0.0.1', port },
      { connectMs: 5_000, answerMs },
    );
    const { apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, {
      title: 'Unfall melden',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    });
    visitor = await visit(server, processGuid);
    address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    await server.close();
    scanner.close();
  });

  const listFiles = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter(
      (entry) => entry.isFile(),
    );
  const listBlobs = () => listFiles(server.blobFolder);
  const getIncoming = () => join(server.deps.config.dataDir, 'incoming');

  /** Sends the first half, runs `meanwhile`, and sends the second half. */
  async function send(halves: readonly [Buffer, Buffer], meanwhile: () => Promise<unknown>) {
    const call = request(`${address}/api/v2.0/files/upload`, {
      method: 'POST',
      headers: { ...visitor.headers, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.write(head);
    call.write(halves[0]);
    await meanwhile();
    call.write(halves[1]);
    call.end(tail);
    const [answer] = await answered;
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) as object };
  }

  it('An upload is stored when its connection stalled for longer than the scanner waits', async () => {
    const stall = async () => {
      await expect.poll(async () => (await listFiles(getIncoming())).length).toBe(1);
      await waitLongerThan(scanner);
      expect(await listBlobs()).toEqual([]);
    };
    const { status } = await send([Buffer.from('Guten '), Buffer.from('Tag')], stall);
    expect([status, (await listBlobs()).length, await listFiles(getIncoming())]).toEqual([
      200,
      1,
      [],
    ]);
  });

  it('A virus in a stalled upload is refused and leaves no file', async () => {
    const halves = [eicar.subarray(0, 20), eicar.subarray(20)] as const;
    const { status, body } = await send(halves, async () => undefined);
    expect([status, body]).toMatchObject([422, { reason: 'virusFound' }]);
    expect([await listBlobs(), await listFiles(getIncoming())]).toEqual([[], []]);
  });

  it('A broken connection leaves no file', async () => {
    const call = request(`${address}/api/v2.0/files/upload`, {
      method: 'POST',
      headers: { ...visitor.headers, 'content-type': 'multipart/form-data; boundary=b' },
    });
    call.on('error', () => undefined);
    call.write(head + 'Guten');
    await expect.poll(async () => (await listFiles(getIncoming())).length).toBe(1);
    call.destroy();
    await expect.poll(async () => (await listFiles(getIncoming())).length).toBe(0);
  });

  it('What a crash left is deleted after a day, and a young file is kept', async () => {
    await mkdir(getIncoming(), { recursive: true });
    const now = server.deps.clock.now().getTime();
    const hours = (count: number) => new Date(now - count * 3_600_000);
    for (const [name, age] of [
      ['old', storageLimits.strayAfterHours + 1],
      ['young', 1],
    ] as const) {
      await writeFile(join(getIncoming(), name), 'x');
      await utimes(join(getIncoming(), name), hours(age), hours(age));
    }
    await housekeep(server.deps);
    expect((await listFiles(getIncoming())).map(({ name }) => name)).toEqual(['young']);
  });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secondMs } from '#schemas/platform/time.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

/** The server cuts calls after it; long enough that a stop on a busy machine takes less. */
const limitMs = scaleTimeout(5 * secondMs);

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formakte-shutdown-'));
  server = await startServerProcess({
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    SHUTDOWN_SECONDS: String(limitMs / secondMs),
  });
});
afterEach(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

/** Starts a call on a connection that is kept alive, and sends the first half of its body. */
async function startCall() {
  const body = JSON.stringify({ Username: 'jonas', Password: 'falsch' });
  const call = request(`${server.address}/api/authenticate/login`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-application-key': 'test-app',
      'x-api-key': 'test-web',
      expect: '100-continue', // the server answers it once it has the headers
    },
  });
  call.on('error', () => undefined); // a test may cut the connection
  call.flushHeaders();
  await once(call, 'continue');
  call.write(body.slice(0, 10));
  return { call, finish: () => call.end(body.slice(10)) };
}

it('A call in flight is answered after SIGTERM, its connection ends, and the exit code is 0', async () => {
  const { call, finish } = await startCall();
  const ended = once(server.child, 'exit');
  const response = once(call, 'response') as Promise<[IncomingMessage]>;
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  await expect.poll(() => fetch(server.address).catch(() => 'refused')).toBe('refused');
  finish();
  const [{ statusCode, headers }] = await response;
  expect([statusCode, headers.connection]).toEqual([401, 'close']);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(limitMs);
});

it('Connections that are kept alive do not delay the stop', async () => {
  const agent = new Agent({ keepAlive: true });
  const get = async () => {
    const call = request(`${server.address}/healthz`, { agent }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
  };
  await Promise.all(Array.from({ length: 20 }, get));
  const { call, finish } = await startCall();
  const response = once(call, 'response') as Promise<[IncomingMessage]>;
  const ended = once(server.child, 'exit');
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  finish();
  expect([401, 503]).toContain((await response)[0].statusCode);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(limitMs);
  agent.destroy();
});

it('Connections without a whole request do not delay the stop', async () => {
  const { port, hostname } = new URL(server.address);
  const sockets = [connect(Number(port), hostname), connect(Number(port), hostname)];
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    await once(socket, 'connect');
  }
  sockets[1]?.write('GET /healthz HT');
  await fetch(`${server.address}/healthz`); // the server has accepted the two before it
  const ended = once(server.child, 'exit');
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(limitMs);
});

it('A call that never ends is cut after the limit, and the exit code is 0', async () => {
  const { call } = await startCall();
  const ended = once(server.child, 'exit');
  const cut = new Promise((resolve) => call.once('close', resolve));
  server.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await cut;
});

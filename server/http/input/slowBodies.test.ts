import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { BODY_SECONDS: '1', UPLOAD_SECONDS: '2' } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Sends the head of a request and one byte of its body. */
async function drip(path: string, type: string, length = 100, headers: object = {}) {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n` +
      Object.entries({ 'X-Application-Key': 'test-app', 'X-Api-Key': 'test-web', ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      '\r\n{',
  );
  return socket;
}

it.each([
  ['a call', '/api/authenticate/login', 'application/json'],
  [
    'a call with another type of body',
    '/api/authenticate/login',
    'multipart/form-data; boundary=b',
  ],
  ['an unknown call', '/api/unknown', 'application/json'],
])('The slow body of %s is cut with its connection', async (_, path, type) => {
  const answer = await text(await drip(path, type)); // ends with the connection
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it.each([
  ['de', 'Die Anfrage kam nicht rechtzeitig vollständig an.'],
  ['en', 'The request did not arrive completely in time.'],
])('The response to a slow body has its reason and a sentence (%s)', async (language, sentence) => {
  const answer = await text(
    await drip('/api/authenticate/login', 'application/json', 100, {
      'Accept-Language': language,
    }),
  );
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nconnection: close\r\n/i);
  const [, requestId] = /X-Request-Id: (\S+)/i.exec(head) ?? [];
  expect(JSON.parse(body)).toEqual({
    reason: 'requestTimeout',
    reasonMessage: sentence,
    requestId,
  });
});

it.each([
  ['de', 'Die Anfrage kam nicht rechtzeitig vollständig an.'],
  ['en', 'The request did not arrive completely in time.'],
])('The response to a slow body of a page is a page (%s)', async (language, sentence) => {
  const path = `${webAddresses.formCopy}?language=${language}`;
  const answer = await text(
    await drip(path, 'application/x-www-form-urlencoded', 100, {
      Accept: 'text/html,*/*;q=0.8',
      'Accept-Language': language,
    }),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/\r\ncontent-type: text\/html; charset=utf-8\r\n/i);
  expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
  expect(answer).toContain(`<html lang="${language}">`);
  expect(answer).toContain(sentence);
});

/** Writes to a connection every 200 ms until it ends. Returns the response. */
async function keepWriting(socket: Socket, bytes: number): Promise<string> {
  const timer = setInterval(() => socket.write(Buffer.alloc(bytes, 'a')), 200);
  try {
    return await text(socket);
  } finally {
    clearInterval(timer);
  }
}

const upload = ['/api/v2.0/files/upload', 'multipart/form-data; boundary=b', 1_000_000] as const;

it('An upload that drips is cut with a reason', async () => {
  const answer = await keepWriting(await drip(...upload), 1);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*"requestTimeout"/s);
});

it('An upload that makes progress outlives the limit of other bodies', async () => {
  const slow = await drip(...upload);
  let hasEnded = false;
  const ended = keepWriting(slow, 4_096).finally(() => {
    hasEnded = true;
  });
  await keepWriting(await drip('/api/authenticate/login', 'application/json'), 1);
  await keepWriting(await drip(...upload), 1);
  expect(hasEnded).toBe(false);
  slow.destroy();
  await ended.catch(() => undefined);
});

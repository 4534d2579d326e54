import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tileLimits } from '#schemas/forms/limits.ts';
import { tileSourceLimits } from '#server/ports/limits.ts';
import { tileCacheLimits } from '#server/forms/limits.ts';
import { json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';

let server: TestServer;
let upstream: Server;
let received: IncomingMessage[];
let answer: (response: ServerResponse) => void;

const picture = Buffer.from('bytes of a tile');
const sendPicture = (response: ServerResponse, bytes = picture) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);

beforeAll(async () => {
  upstream = createServer((request, response) => {
    received.push(request);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  server = await startTestServer({
    mode: 'production',
    env: {
      PUBLIC_URL: 'https://portal.example',
      TILE_UPSTREAM: `http://127.0.0.1:${port}/map/{z}/{x}/{y}.png?key=ours`,
      TILE_ATTRIBUTION: '© Test',
      TILE_MAX_ZOOM: '10',
    },
  });
});
beforeEach(() => {
  received = [];
  answer = sendPicture;
});
afterAll(async () => {
  await server.close();
  upstream.closeAllConnections();
  upstream.close();
});

const tile = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/tiles/${path}`, headers });

/** Every test uses other tiles, because they are cached. */
describe('a tile', () => {
  it('A tile is fetched from the upstream without data of the visitor', async () => {
    const got = await tile('3/4/2', {
      cookie: 'session=mine',
      authorization: 'Bearer mine',
      'x-forwarded-for': '203.0.113.9',
      'accept-language': 'de',
      referer: 'https://portal.example/externalform/secret',
    });
    expect([
      got.statusCode,
      got.headers['content-type'],
      got.headers['cache-control'],
      got.rawPayload,
    ]).toEqual([200, 'image/png', 'public, max-age=86400', picture]);
    const [request] = received;
    expect(request?.url).toBe('/map/3/4/2.png?key=ours');
    expect(JSON.stringify(request?.headers)).not.toMatch(/mine|203\.0\.113\.9|secret|"de"/);
  });

  it('A tile is fetched once for concurrent visitors and cached for a day', async () => {
    await Promise.all(Array.from({ length: 5 }, () => tile('3/4/3')));
    server.clock.forward(tileCacheLimits.keptMs);
    await tile('3/4/3');
    expect(received).toHaveLength(1);
    server.clock.forward(1);
    expect((await tile('3/4/3')).statusCode).toBe(200);
    expect(received).toHaveLength(2);
  });

  it.each(['11/0/0', '3/8/0', '3/0/8', '0/1/0'])(
    '%s does not exist, and the upstream gets no request',
    async (path) => {
      expect((await tile(path)).statusCode).toBe(404);
      expect(received).toEqual([]);
    },
  );

  it.each([
    '-1/0/0',
    '3/1.5/0',
    'a/b/c',
    '3/4/2.png',
    '3/4/%2e%2e%2fsecret',
    '3/4/@evil.example',
    '23/0/0',
    '3/4/99999999999999999999',
  ])('%s is not a valid tile address', async (path) => {
    expect((await tile(path)).statusCode).toBe(400);
    expect(received).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, number]>([
    ['there is none', (response) => response.writeHead(404).end(), 404],
    ['the upstream fails', (response) => response.writeHead(500).end(), 503],
    [
      'it leads elsewhere',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      503,
    ],
    [
      'it is no picture',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>'),
      503,
    ],
    [
      'it is a drawing with code',
      (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      503,
    ],
    [
      'it is too large',
      (response) => sendPicture(response, Buffer.alloc(tileSourceLimits.maxBytes + 1)),
      503,
    ],
    ['the connection breaks off', (response) => response.destroy(), 503],
  ])('A tile is refused if %s', async (reason, broken, status) => {
    answer = broken;
    expect((await tile(`9/${reason.length}/0`)).statusCode).toBe(status);
  });

  it('A failed tile is fetched again', async () => {
    answer = (response) => response.writeHead(500).end();
    await tile('3/4/4');
    answer = sendPicture;
    expect((await tile('3/4/4')).statusCode).toBe(200);
  });

  it('The number of concurrent fetches is limited', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const many = Array.from({ length: tileCacheLimits.concurrentFetches }, (_, x) =>
      tile(`8/${x}/0`),
    );
    await expect.poll(() => waiting.length).toBe(tileCacheLimits.concurrentFetches);
    expect((await tile('8/99/0')).statusCode).toBe(503);
    waiting.forEach((response) => sendPicture(response));
    expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual(
      Array(many.length).fill(200),
    );
  });

  it('The number of tiles per address is rate limited', async () => {
    const statuses = new Set<number>();
    for (let calls = 0; calls <= tileLimits.callsPerMinute; calls += 1)
      statuses.add((await tile('3/4/5')).statusCode);
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

it('The attribution of the tiles is returned', async () => {
  expect(json(await server.app.inject({ url: '/api/tiles', headers: webKeys }))).toEqual({
    tileSet: { attribution: '© Test', maxZoom: 10 },
  });
});

it('There is no tile without an upstream', async () => {
  const bare = await startTestServer();
  expect(json(await bare.app.inject({ url: '/api/tiles', headers: webKeys }))).toEqual({
    tileSet: null,
  });
  expect((await bare.app.inject('/api/tiles/3/4/2')).statusCode).toBe(404);
  await bare.close();
});

import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { listenToEvents } from './events.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
vi.mock('#schemas/events/limits.ts', async (load) => {
  const { eventLimits, ...others } = await load<typeof import('#schemas/events/limits.ts')>();
  return { ...others, eventLimits: { ...eventLimits, retryMs: 10 } };
});

let endTest: () => Promise<void>;
afterEach(() => endTest());

/** Listens to a server of the test, and returns the paths of its requests as they arrive. */
async function listenTo(
  handle: (url: string, response: Parameters<RequestListener>[1]) => void,
): Promise<string[]> {
  const requested: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requested.push(url);
    handle(url, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const stopping = new AbortController();
  const listening = listenToEvents({ onNews: () => undefined }, stopping.signal);
  endTest = async () => {
    stopping.abort();
    await listening;
    server.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
  return requested;
}
const isPoll = (url: string) => url.includes('/since');
const noEvents = JSON.stringify({ events: [], lastId: 7, isReset: false });

it('The client polls while the server refuses another event stream', async () => {
  const requested = await listenTo((url, response) =>
    isPoll(url)
      ? response.writeHead(200).end(noEvents)
      : response
          .writeHead(429)
          .end(JSON.stringify({ reason: 'tooManyRequests', reasonMessage: '' })),
  );
  await expect.poll(() => requested.filter(isPoll).length).toBeGreaterThan(2);
  await endTest();
  expect(requested.filter((url) => !isPoll(url))).toEqual(['/api/v2.0/events']);
});

it('An event that cannot be parsed is logged once with its cause', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const requested = await listenTo((url, response) =>
    isPoll(url)
      ? response.writeHead(200).end(noEvents)
      : response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('id: 8\nevent: change\ndata: {broken\n\n'),
  );
  await expect.poll(() => requested.filter((url) => !isPoll(url)).length).toBeGreaterThan(2);
  expect(log.mock.calls).toEqual([[expect.any(String), expect.any(SyntaxError)]]);
});

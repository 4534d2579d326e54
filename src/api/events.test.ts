import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { listenToEvents } from './events.ts';

vi.mock('./config.ts', () => ({
  publicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
vi.mock('#schemas/limits.ts', async (load) => {
  const { limits } = await load<typeof import('#schemas/limits.ts')>();
  return { limits: { ...limits, event: { ...limits.event, retryMs: 10 } } };
});

it('asks now and then instead, and for no other stream at once, where the server has enough of them', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = url.endsWith('/since')
      ? { events: [], lastId: 7, isReset: false }
      : { reason: 'tooManyRequests', reasonMessage: '' };
    response.writeHead(url.includes('/since') ? 200 : 429).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const stopping = new AbortController();
  const listening = listenToEvents({ onNews: () => undefined }, stopping.signal);
  await expect.poll(() => asked.filter((url) => url.includes('/since')).length).toBeGreaterThan(2);
  stopping.abort();
  await listening;
  expect(asked.filter((url) => !url.includes('/since'))).toEqual(['/api/v2.0/events']);
  server.close();
  vi.unstubAllGlobals();
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#schemas/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';
import { addressesOf } from './route.ts';

const fewCalls = 3;

vi.mock('#schemas/limits.ts', async (load) => {
  const { limits, ...others } = await load<typeof import('#schemas/limits.ts')>();
  const withFew = (group: object) =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => [
        name,
        name.endsWith('PerMinute') || name === 'perMinute' ? 3 : (value as unknown),
      ]),
    );
  return {
    ...others,
    limits: Object.fromEntries(
      Object.entries(limits).map(([name, group]) => [
        name,
        typeof group === 'object' ? withFew(group) : group,
      ]),
    ),
  };
});

/** What anybody may call, whoever they are. */
const open = endpoints
  .filter(({ session }: Endpoint) => session.includes('public'))
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

describe('a call that needs no session', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example' },
    });
  });
  afterAll(() => server.close());

  it.each(open)(
    '%s is refused to an address that makes too many of them, and says when it may again',
    async (_, endpoint) => {
      const call = () =>
        server.app.inject({
          method: endpoint.method,
          url: (addressesOf(endpoint)[0] ?? '').replace(/:\w+/g, '1'),
          headers: webKeys,
        });
      for (let calls = 0; calls < fewCalls; calls += 1)
        expect((await call()).statusCode).not.toBe(429);
      const refused = await call();
      expect([
        refused.statusCode,
        json(refused)['reason'],
        Number(refused.headers['retry-after']) > 0,
      ]).toEqual([429, 'tooManyRequests', true]);
    },
  );
});

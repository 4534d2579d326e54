import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';
import { listPaths } from '../route.ts';

const fewCalls = 3;

const lowerRateLimits = vi.hoisted(() => {
  const lower = (group: object) =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => [
        name,
        name.endsWith('PerMinute') || name === 'perMinute' ? 3 : (value as unknown),
      ]),
    );
  return async (load: () => Promise<unknown>) =>
    Object.fromEntries(
      Object.entries((await load()) as object).map(([name, group]) => [
        name,
        typeof group === 'object' && !Array.isArray(group) ? lower(group as object) : group,
      ]),
    );
});
vi.mock('#schemas/platform/limits.ts', lowerRateLimits);
vi.mock('#schemas/forms/limits.ts', lowerRateLimits);
vi.mock('#schemas/access/limits.ts', lowerRateLimits);
vi.mock('#schemas/cases/limits.ts', lowerRateLimits);
vi.mock('#schemas/portal/limits.ts', lowerRateLimits);
vi.mock('#server/http/limits.ts', lowerRateLimits);

/** Calls without authentication. */
const open = endpoints
  .filter(({ session }: Endpoint) => session.includes('public'))
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

describe('call without a session', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example' },
    });
  });
  afterAll(() => server.close());

  it.each(open)(
    '%s gets 429 with a retry time above the rate limit of an address',
    async (_, endpoint) => {
      const call = () =>
        server.app.inject({
          method: endpoint.method,
          url: (listPaths(endpoint)[0] ?? '').replace(/:\w+/g, '1'),
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

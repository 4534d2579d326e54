import { afterEach, expect, it } from 'vitest';
import { requestLimits } from '#server/http/limits.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  startTestServer,
  webKeys,
  type TestServer,
  type TestServerOptions,
} from '#server/testing/testServer.ts';

const production: TestServerOptions = {
  mode: 'production',
  env: {
    PUBLIC_URL: 'https://portal.example',
    CALLS_PER_MINUTE: '6',
    PROVIDER_CALLS_PER_MINUTE: '8',
  },
};

const logIn = ({ app }: TestServer) =>
  app.inject({
    method: 'POST',
    url: '/api/authenticate/login',
    headers: webKeys,
    payload: { Username: 'niemand', Password: 'falsch' },
  });
const listForms = ({ app }: TestServer, apiKey: string) =>
  app.inject({ url: '/provider/v1/forms', headers: { 'x-api-key': apiKey } });

let servers: TestServer[] = [];
afterEach(async () => {
  // The last one removes the database.
  for (const server of servers.reverse()) await server.close();
  servers = [];
});

describeOnEachDatabase('rate limits of the provider API', (open) => {
  it('A key has a limit over all calls, and another key has its own', async () => {
    const server = await startTestServer({ ...production, open });
    servers.push(server);
    const [{ apiKey }, other] = [await addAccount(server), await addAccount(server)];
    for (let calls = 0; calls < 7; calls += 1) await listForms(server, apiKey);
    const last = await server.app.inject({
      url: '/provider/v1/cases',
      headers: { 'x-api-key': apiKey },
    });
    expect([last.statusCode, last.headers]).toMatchObject([
      200,
      { 'x-ratelimit-limit': '8', 'x-ratelimit-remaining': '0' },
    ]);
    const refused = await listForms(server, apiKey);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { reason: 'tooManyRequests' },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await listForms(server, other.apiKey)).statusCode).toBe(200);
  });

  it('The demo raises the limit', async () => {
    const server = await startTestServer({ open });
    servers.push(server);
    const { headers } = await listForms(server, (await addAccount(server)).apiKey);
    expect(Number(headers['x-ratelimit-limit'])).toBe(requestLimits.demoProviderPerMinute);
  });
});

describeOnPostgres('rate limits of two processes', (open) => {
  /** Starts two servers on one database. */
  async function startTwo(): Promise<[TestServer, TestServer]> {
    const database = await open();
    const [one, two] = [
      await startTestServer({ ...production, open: async () => database }),
      await startTestServer({
        ...production,
        open: async () => ({ ...database, remove: async () => undefined }),
      }),
    ];
    servers.push(one, two);
    return [one, two];
  }

  it('Concurrent logins on both count together', async () => {
    const [one, two] = await startTwo();
    const statuses = (
      await Promise.all(Array.from({ length: 10 }, (_, index) => logIn(index % 2 ? one : two)))
    ).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('A new minute begins a new count', async () => {
    const [one, two] = await startTwo();
    for (let calls = 0; calls < 6; calls += 1) await logIn(one);
    expect((await logIn(two)).statusCode).toBe(429);
    for (const { clock } of [one, two]) clock.forward(60_000);
    expect((await logIn(two)).statusCode).not.toBe(429);
  });

  it('A clock that is set back does not keep an address out', async () => {
    const [one, two] = await startTwo();
    for (let calls = 0; calls < 6; calls += 1) await logIn(one);
    for (const { clock } of [one, two]) clock.jump(-7_200_000);
    expect((await logIn(two)).statusCode).not.toBe(429);
  });

  it('Both count the calls of an API key together', async () => {
    const [one, two] = await startTwo();
    const { apiKey } = await addAccount(one);
    for (let calls = 0; calls < 8; calls += 1) await listForms(calls % 2 ? one : two, apiKey);
    expect((await listForms(two, apiKey)).statusCode).toBe(429);
  });
});

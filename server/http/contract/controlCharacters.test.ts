import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { getName, listParams } from '#server/testing/idPlaces.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { publish, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';
import { buildWorld, type World } from '#server/testing/world.ts';
import { buildCall } from '#server/testing/worldCalls.ts';

function listQuery({ query }: Endpoint): string[] {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, object> };
  return Object.keys(properties);
}

const buildUrl = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;

describeOnEachDatabase('a control character in an address', (open) => {
  let server: TestServer;
  let world: World;
  let folder: string;
  const pages: { method: string; url: string }[] = [];
  const note = ({ method, url }: RouteOptions) =>
    [method].flat().forEach((each) => pages.push({ method: each, url }));
  let calls = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formakte-web-'));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><html lang="de"><title>Formakte</title><div id="root"></div></html>',
    );
    server = await startTestServer({
      open,
      appOptions: {
        webAppFolder: folder,
        serverRender: noServerRender,
        extend: (app) => void app.addHook('onRoute', note),
      },
    });
    world = await buildWorld(server);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Rate limits count by address. */
  const nextAddress = (): string => {
    calls += 1;
    return `10.1.${Math.floor(calls / 250)}.${calls % 250}`;
  };
  const build = (endpoint: Endpoint, others: Record<string, string> = {}) => {
    const who = endpoint.session.find((kind) => kind !== 'public');
    const call = buildCall(endpoint, { who: who ?? 'registered', world, others });
    return { ...call, ...(who ? {} : { headers: { ...call.headers, ...webKeys } }) };
  };

  it('A call is unknown with one in its path', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of endpoints)
      for (const place of listParams(endpoint)) {
        const call = build(endpoint, { [place]: 'a%00b' });
        const { statusCode, body } = await server.app.inject({
          ...call,
          remoteAddress: nextAddress(),
        });
        if (statusCode !== 404) wrong.push([getName(endpoint), place, statusCode, body]);
      }
    expect(wrong).toEqual([]);
  });

  it('A call names the parameter of its query that has one', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of endpoints)
      for (const name of listQuery(endpoint)) {
        const call = build(endpoint);
        const url = buildUrl((call.url as string).split('?')[0] ?? '', name, 'a%00b');
        const answer = await server.app.inject({ ...call, url, remoteAddress: nextAddress() });
        const isNamed = call.method === 'HEAD' || answer.body.includes(`"/${name}"`);
        if (answer.statusCode !== 400 || !isNamed)
          wrong.push([getName(endpoint), name, answer.statusCode, answer.body]);
      }
    expect(wrong).toEqual([]);
  });

  it('A page is unknown with one in its path, and never an error of the server', async () => {
    const withParams = pages.filter(({ url }) => url.includes(':'));
    expect(withParams.map(({ url }) => url)).toContain('/page/:accountIdentity');
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const wrong: unknown[] = [];
    for (const { method, url } of withParams) {
      const { statusCode, body } = await server.app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/g, 'a%00b'),
        headers,
        remoteAddress: nextAddress(),
      });
      if (statusCode !== 404) wrong.push([method, url, statusCode, body]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['key', 'page'])('The page of a copy refuses one in %s', async (name) => {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await server.app.inject({
        method,
        url: `${webAddresses.formCopy}?key=x&${name}=a%00b`,
        headers: { accept: 'text/html' },
        remoteAddress: nextAddress(),
      });
      expect([method, statusCode, body]).toEqual([method, 400, expect.stringContaining('<h1')]);
    }
  });

  it('A link with prefilled answers opens its form also with one in an answer', async () => {
    const { processGuid } = await publish(server, world.headers.provider['x-api-key'] ?? '', {
      title: 'Unfall',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    });
    const url = `/externalform/${processGuid}?name=a%00b`;
    expect((await server.app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(
      200,
    );
  });
});

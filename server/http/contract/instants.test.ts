import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { getName } from '#server/testing/idPlaces.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { buildWorld, type World, type WorldCaller } from '#server/testing/world.ts';
import { buildCall } from '#server/testing/worldCalls.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Lists the paths of the fields with this property; a path through a list is left out. */
function listFields(schema: unknown, has: (node: Node) => boolean, path = ''): string[] {
  if (!isNode(schema)) return [];
  const { properties, anyOf } = schema;
  return [
    ...(has(schema) ? [path] : []),
    ...Object.entries({ ...(properties ?? {}) }).flatMap(([name, part]) =>
      listFields(part, has, `${path}/${name}`),
    ),
    ...[anyOf ?? []].flat().flatMap((part) => listFields(part, has, path)),
  ];
}
const isInstant = (node: Node) => node['x-instant'] === true;

const places = endpoints.flatMap((endpoint) =>
  (['query', 'body'] as const).flatMap((part) =>
    listFields(endpoint[part], isInstant)
      .filter((pointer) => pointer.lastIndexOf('/') === 0) // deeper ones need their neighbours
      .map((pointer) => ({ endpoint, part, pointer })),
  ),
);

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await buildWorld(server);
});
afterAll(() => server.close());

async function call(endpoint: Endpoint, { part, pointer }: (typeof places)[number], value: string) {
  const who = endpoint.session.find((each) => each !== 'public') as WorldCaller;
  const built = buildCall(endpoint, { who, world });
  const url = typeof built.url === 'string' ? built.url : '';
  const name = pointer.slice(1);
  const query = `${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  return server.app.inject({
    ...built,
    ...(part === 'query'
      ? { url: url + query }
      : { payload: { ...(built.payload as object), [name]: value } }),
  });
}

it('No call takes an instant that is not converted to UTC', () => {
  const isOther = ({ format }: Node) => format === 'date-time';
  const others = endpoints.flatMap(({ query, body }) =>
    [query, body].flatMap((schema) => listFields(schema, isOther)),
  );
  expect([others, places.length > 10]).toEqual([[], true]);
});

it.each(places.map((place) => [getName(place.endpoint), place.pointer, place] as const))(
  '%s refuses an instant that does not exist at %s',
  async (_name, pointer, place) => {
    for (const value of ['2026-02-31T10:00:00Z', '2016-12-31T23:59:60Z', '9999-12-31T23:59-05:00'])
      expect([value, json(await call(place.endpoint, place, value))]).toEqual([
        value,
        expect.objectContaining({
          reason: 'invalidInput',
          fields: { [pointer]: 'Bitte geben Sie einen Tag und eine Uhrzeit an, die es gibt.' },
        }),
      ]);
  },
);

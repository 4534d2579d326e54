import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, SessionKind } from '#schemas/platform/endpoint.ts';
import { buildWorld, type World, type WorldCaller } from '#server/testing/world.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { bodies } from '#server/testing/callBodies.ts';
import { buildCall } from '#server/testing/worldCalls.ts';
import {
  guarded,
  listPlaces,
  findKind,
  getName,
  placesInBody,
  idsIn,
  isOfTasksOnly,
  namedByCaller,
  listParams,
  refusedOtherwise,
} from '#server/testing/idPlaces.ts';

describe('place for an id', () => {
  it('Every place for an id is listed', () => {
    const unknown = guarded.flatMap((endpoint) =>
      listPlaces(endpoint)
        .filter((place) => findKind(endpoint, place) === undefined)
        .map((place) => `${getName(endpoint)}: ${place}`),
    );
    expect(unknown).toEqual([]);
  });

  it('Every place for an id in a body is tested', () => {
    const left = guarded.flatMap((endpoint) => {
      const tried = placesInBody(endpoint);
      if (endpoint.body && !bodies[getName(endpoint)]) return [`${getName(endpoint)}: its body`];
      return idsIn(endpoint.body)
        .filter((place) => !tried.includes(place === 'id' ? 'attachment' : place))
        .map((place) => `${getName(endpoint)}: ${place}`);
    });
    expect(left).toEqual([]);
  });
});

describe('id of another account', () => {
  let server: TestServer;
  let kept: string[];
  // before all others
  let [own, foreign]: [World, World] = [undefined as never, undefined as never];
  beforeAll(async () => {
    server = await startTestServer();
    [foreign, own] = [await buildWorld(server), await buildWorld(server)];
    kept = await keptOfForeign();
  });
  afterAll(() => server.close());

  /** A visitor has one workflow and names none for a file. */
  const isAsked = (endpoint: Endpoint, who: SessionKind, place: string): boolean =>
    who !== 'form' || !isOfTasksOnly(endpoint, place);
  const cases = guarded
    .flatMap((endpoint) =>
      endpoint.session
        .filter((kind) => kind !== 'public')
        .map((who) => [getName(endpoint), who, endpoint] as const),
    )
    .filter(([, who, endpoint]) =>
      listPlaces(endpoint).some((place) => isAsked(endpoint, who, place)),
    );

  /** Deletions run last, parts before their whole, providers after their clients. */
  const order = ({ method, path }: Endpoint): number => {
    const isProviders = path.startsWith('/provider');
    if (path.endsWith('/files/upload') || path === '/v2.0/files/resumable') return 0;
    if (method === 'GET' || method === 'HEAD') return 0;
    if (!/^DELETE|disable|leave|remove|withdraw|\/(?:end|erase)$/.test(`${method} ${path}`))
      return isProviders ? 150 : 1;
    return path.includes('/sessions')
      ? 50 + path.length
      : (isProviders ? 200 : 40) - path.split('/').length;
  };
  const ownCases = cases.toSorted(([, , one], [, , other]) => order(one) - order(other));

  /** The caller's own call with foreign ids at one or more places. */
  const ask = (
    endpoint: Endpoint,
    who: WorldCaller,
    others: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> =>
    server.app.inject(buildCall(endpoint, { who, world: own, others }));

  const said = (answer: LightMyRequestResponse): [number, object | string] => [
    answer.statusCode,
    answer.body.startsWith('{') ? { ...json<object>(answer), requestId: '' } : answer.body,
  ];
  /** An id of the same length that nothing has. */
  const nobodys = (id: string): string =>
    createHash('sha512').update(id).digest('base64url').repeat(2).slice(0, id.length);
  const foreignIds = (): string[] =>
    [...new Set(Object.values(foreign.ids).flatMap((ids) => Object.values(ids)))].filter(
      (id) => id !== '',
    );

  /** All stored data of the other account. */
  async function keptOfForeign(): Promise<string[]> {
    const tables = await server.deps.db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) =>
        server.deps.db
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      ),
    );
    const ids = foreignIds();
    return rows
      .flat()
      .map((row) => JSON.stringify(row))
      .filter((row) => ids.some((id) => row.includes(id)))
      .sort();
  }

  it.each(cases.filter(([name]) => name !== namedByCaller))(
    '%s responds to %s alike for a foreign id and an unknown one, at every place',
    async (...given) => {
      const [, who, endpoint] = given;
      const places = listPlaces(endpoint).filter((place) => isAsked(endpoint, who, place));
      for (const place of places) {
        const [example = ''] = foreignIds();
        const unknown = said(await ask(endpoint, who, { [place]: nobodys(example) }));
        if (listParams(endpoint).includes(place)) expect([place, unknown[0]]).toEqual([place, 404]);
        const fitting = foreign.ids[who][findKind(endpoint, place) ?? 'account'];
        const tried = foreignIds().filter(
          (id, index) => id === fitting || index % 3 === cases.indexOf(given) % 3,
        ); // all ids at every place would take minutes
        for (const id of tried)
          expect([place, id, said(await ask(endpoint, who, { [place]: id }))]).toEqual([
            place,
            id,
            unknown,
          ]);
      }
      const all = (change: (id: string) => string) =>
        Object.fromEntries(
          places.map((place) => [
            place,
            change(foreign.ids[who][findKind(endpoint, place) ?? 'account'] || 'nobody-has-this'),
          ]),
        );
      expect(
        said(
          await ask(
            endpoint,
            who,
            all((id) => id),
          ),
        ),
      ).toEqual(said(await ask(endpoint, who, all(nobodys))));
    },
  );

  it('Calls with foreign ids change no data and publish no event', async () => {
    expect(await keptOfForeign()).toEqual(kept);
  });

  it.each(ownCases)('%s with own ids succeeds for %s', async (name, who, endpoint) => {
    const { statusCode } = await ask(endpoint, who);
    expect([name, statusCode]).toEqual([
      name,
      expect.toSatisfy((status: number) => status < 300 || refusedOtherwise[name] === status),
    ]);
  });
});

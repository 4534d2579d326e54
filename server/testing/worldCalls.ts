import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { listPaths } from '#server/http/route.ts';
import { bodies, rawBodies, rawHeaders, type Give } from './callBodies.ts';
import { fileByCaller, getName, idsIn, isOfTasksOnly, findKind } from './idPlaces.ts';
import type { World, WorldCaller } from './world.ts';

function getOwnId(endpoint: Endpoint, who: WorldCaller, world: World, place: string): string {
  const kind =
    endpoint.path === '/files/download/:id'
      ? (fileByCaller[who] ?? 'file')
      : findKind(endpoint, place);
  return kind ? world.ids[who][kind] : '20095';
}

/** Builds a call of the contract with the caller's own ids, or with `others` at their places. */
export function buildCall(
  endpoint: Endpoint,
  {
    who,
    world,
    others = {},
  }: { who: WorldCaller; world: World; others?: Readonly<Record<string, string>> },
): InjectOptions {
  const give: Give = (place) => others[place] ?? getOwnId(endpoint, who, world, place);
  const asked = idsIn(endpoint.query).filter(
    (place) => others[place] !== undefined || !isOfTasksOnly(endpoint, place),
  );
  const query = new URLSearchParams([
    ...asked.map((place) => [place, give(place)]),
    ...(endpoint.path.endsWith('/search') ? [['Search', 'Text']] : []),
  ]);
  const payload =
    bodies[getName(endpoint)]?.(give) ??
    (endpoint.accepts ? rawBodies[endpoint.accepts] : undefined);
  const isTus = endpoint.path.startsWith('/v2.0/files/resumable');
  const path = (listPaths(endpoint)[0] ?? '').replace(/:(\w+)/g, (_, place: string) => give(place));
  return {
    method: endpoint.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...world.headers[who],
      ...(endpoint.ifMatch ? { 'if-match': '*' } : {}),
      ...(isTus ? { 'tus-resumable': '1.0.0' } : {}),
      ...(endpoint.accepts ? rawHeaders[endpoint.accepts] : {}),
      ...(getName(endpoint) === 'POST /v2.0/files/resumable'
        ? {
            'upload-length': '100',
            'upload-metadata': `filename ${btoa('Akte.pdf')},ElementId ${btoa('papers')}`,
          }
        : {}),
    },
    ...(payload ? { payload } : {}),
  };
}

import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { listPaths } from '#server/http/route.ts';
import { bodies, rawBodies, rawHeaders } from '#server/testing/callBodies.ts';
import { getName, idsIn, findKind } from '#server/testing/idPlaces.ts';
import { webKeys } from '#server/testing/testServer.ts';
import type { World, WorldCaller } from '#server/testing/world.ts';
import type { Random } from './random.ts';
import { hostileTexts, mutate, sampleValue } from './values.ts';

/** Calls that would end the sessions and objects that the other requests need. */
const endsThings =
  /^DELETE|disable|remove|withdraw|\/end$|\/erase$|\/close$|logout|refresh|changepassword/;

const headerNames = [
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'range',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-api-key',
  'x-application-key',
  'x-forwarded-for',
];
const headerTexts = [
  '',
  'x'.repeat(200),
  'bytes=0-',
  'bytes=9-1,-1',
  'Bearer x.y.z',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=x',
  '-1',
  '99999999999999999999',
  '1.0.0',
  'filename =,,',
  '*',
  'de;q=9',
];

function pickHeaders(random: Random): Record<string, string> {
  if (!random.happens(0.4)) return {};
  return { [random.pick(headerNames)]: random.pick(headerTexts) };
}

function buildQuery(endpoint: Endpoint, give: (place: string) => string, random: Random): string {
  const { properties = {} } = (endpoint.query ?? {}) as { properties?: Record<string, object> };
  const ids = idsIn(endpoint.query);
  const query = new URLSearchParams();
  for (const [name, schema] of Object.entries(properties)) {
    if (random.happens(0.3)) continue;
    const value = random.happens(0.3)
      ? random.pick(hostileTexts)
      : ids.includes(name)
        ? give(name)
        : String(sampleValue(schema, random));
    query.append(name, value);
  }
  if (random.happens(0.1)) query.append(random.pick(hostileTexts), 'x');
  return query.size > 0 ? `?${query}` : '';
}

function buildPayload(
  endpoint: Endpoint,
  give: (place: string) => string,
  random: Random,
): Pick<InjectOptions, 'payload'> & { headers: Record<string, string> } {
  const { accepts, method, body } = endpoint;
  if (method === 'GET' || method === 'HEAD') return { headers: {} };
  if (accepts) {
    const whole = rawBodies[accepts] ?? '';
    const payload = random.happens(0.5) ? whole : whole.slice(0, random.number(whole.length));
    return { payload, headers: rawHeaders[accepts] ?? {} };
  }
  if (!body) return { headers: {} };
  const headers = { 'content-type': 'application/json' };
  const valid = bodies[getName(endpoint)]?.(give) ?? sampleValue(body, random);
  if (random.happens(0.05)) return { payload: '{"a":', headers };
  const times = random.number(3);
  let value: unknown = valid;
  for (let time = 0; time < times; time += 1) value = mutate(value, random);
  return { payload: JSON.stringify(value) ?? 'null', headers };
}

/** Builds a request of one call: nearly right, with something wrong at a random place. */
export function buildRequest(endpoint: Endpoint, world: World, random: Random): InjectOptions {
  const kinds = endpoint.session.filter((kind) => kind !== 'public');
  const who = kinds.length > 0 ? random.pick<WorldCaller>(kinds) : undefined;
  const isDestructive = endsThings.test(getName(endpoint));
  const give = (place: string): string => {
    const kind = findKind(endpoint, place);
    const id = kind ? world.ids[who ?? 'registered'][kind] : undefined;
    return isDestructive || id === undefined || random.happens(0.1) ? 'nobody-has-this-id-1' : id;
  };
  const path = (random.pick(listPaths(endpoint)) ?? '').replace(/:(\w+)/g, (_, place: string) =>
    encodeURIComponent(
      random.happens(0.1) ? Buffer.from(random.pick(hostileTexts)).toString() : give(place),
    ),
  );
  const { payload, headers } = buildPayload(endpoint, give, random);
  return {
    method: endpoint.method,
    url: path + buildQuery(endpoint, give, random),
    // Rate limits count by address.
    remoteAddress: `10.${random.number(250)}.${random.number(250)}.${random.number(250)}`,
    headers: { ...(who ? world.headers[who] : webKeys), ...headers, ...pickHeaders(random) },
    ...(payload === undefined ? {} : { payload }),
  };
}

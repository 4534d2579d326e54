import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { rawHeaders } from '#server/testing/callBodies.ts';
import { json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';
import { buildWorld, type World } from '#server/testing/world.ts';
import { listPaths } from '#server/http/route.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await buildWorld(server);
});
afterAll(() => server.close());

const called = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const buildHeaders = ({ session, accepts }: Endpoint): Record<string, string> => {
  const kind = (['provider', 'registered', 'unregistered', 'form'] as const).find((each) =>
    session.includes(each),
  );
  return {
    ...(kind ? world.headers[kind] : webKeys),
    ...(accepts ? rawHeaders[accepts] : {}),
    'accept-language': 'en',
  };
};
/** Parameters of paths that have a format. */
const formatted: Record<string, string> = {
  ':key': 'x'.repeat(43),
  ':hashUserKey': 'x'.repeat(43),
  ':postalCode': '20095',
  ':legalText': 'imprint',
  ':z': '1',
  ':x': '0',
  ':y': '0',
};
const buildUrl = (endpoint: Endpoint): string =>
  (listPaths(endpoint)[0] ?? '')
    .replace(':acc', world.ids.registered.account)
    .replace(/:\w+/g, (name) => formatted[name] ?? name)
    .replace(/:\w+/g, 'nobody-has-this-id1');

describe('unknown query parameter', () => {
  // A call with a body checks that first; its query has the same check.
  it.each(called.filter(([, { method, body }]) => method !== 'HEAD' && !body))(
    '%s refuses an unknown query parameter by its name',
    async (_, endpoint) => {
      const answer = await server.app.inject({
        method: endpoint.method,
        url: `${buildUrl(endpoint)}?Limitt=1`,
        headers: buildHeaders(endpoint),
      });
      const { reason, fields = {} } = json<{ reason: string; fields?: object }>(answer);
      expect([answer.statusCode, reason]).toEqual([400, 'invalidInput']);
      expect(fields).toMatchObject({ '/Limitt': 'We do not know this field.' });
    },
  );

  it('A parameter in other capitals is unknown', async () => {
    const answer = await server.app.inject({
      url: '/api/v2.0/akten?size=50',
      headers: world.headers.registered,
    });
    expect([answer.statusCode, Object.keys(json(answer)['fields'] as object)]).toEqual([
      400,
      ['/size'],
    ]);
  });
});

describe('wrong method', () => {
  it.each([
    ['GET', '/api/authenticate/login', 'POST'],
    ['PUT', '/api/v2.0/accounts', 'GET, HEAD'],
    ['POST', '/provider/v1/cases/nobody-has-this', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['OPTIONS', '/api/v2.0/user/password/nobody-has-this', 'GET, HEAD, PUT'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
  ] as const)('%s %s is 405 and lists the methods', async (method, url, allow) => {
    const answer = await server.app.inject({ method, url, headers: webKeys });
    expect([answer.statusCode, json(answer)['reason'], answer.headers.allow]).toEqual([
      405,
      'methodNotAllowed',
      allow,
    ]);
  });

  it('A wrong method of an unknown path is 404', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/nothing' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
  });

  it.each(['/api/v2.0/user/ID/metadata', '/provider/v1/cases/ID'])(
    'An id that is longer than any route allows is 404 with a problem, also for a browser: %s',
    async (path) => {
      const url = path.replace('ID', 'a'.repeat(5_000));
      const headers = { ...webKeys, accept: 'text/html' };
      const answer = await server.app.inject({ url, headers });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([404, 'notFound']);
    },
  );
});

describe('Idempotency-Key', () => {
  it('A call with two keys, an empty or a long one is refused with the header’s name', async () => {
    const create = (keys: string | string[]) =>
      server.app.inject({
        method: 'POST',
        url: '/provider/v1/users',
        headers: { ...world.headers.provider, 'idempotency-key': keys },
        payload: { firstName: 'Ida', lastName: 'Brandt', email: 'ida@beispiel.example' },
      });
    expect((await create('first-key')).statusCode).toBe(200);
    for (const wrong of [['first-key', 'second-key'], '', 'x'.repeat(101)])
      expect(json(await create(wrong))).toMatchObject({
        reason: 'invalidInput',
        fields: {
          '/Idempotency-Key': 'Bitte senden Sie diesen Header einmal, mit 1 bis 100 Zeichen.',
        },
      });
  });
});

it.each(['1e1', '0x10', '5.0', ' 5', '+5', ''])(
  'A whole number of the URL that is written as "%s" is refused with its field',
  async (limit) => {
    const answer = await server.app.inject({
      url: `/provider/v1/users?limit=${encodeURIComponent(limit)}`,
      headers: world.headers.provider,
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(json<{ fields: object }>(answer).fields)).toEqual(['/limit']);
  },
);

describe('media type', () => {
  const send = (url: string, type: string, payload = '{}') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { ...world.headers.registered, 'content-type': type },
      payload,
    });

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=b',
    'application/offset+octet-stream',
    'nonsense',
  ])('A call with a JSON body refuses %s with 415', async (type) => {
    const answer = await send('/api/authenticate/login', type);
    expect([answer.statusCode, json(answer)['reason']]).toEqual([415, 'unsupportedMediaType']);
  });

  it.each([
    ['iso-8859-1', 415],
    ['"utf-16"', 415],
    ['utf-8', 200],
    ['"UTF-8"', 200],
  ])('An import of lines in %s is %i', async (charset, status) => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/import',
      headers: {
        ...world.headers.provider,
        'content-type': `application/x-ndjson; charset=${charset}`,
      },
      payload: '\n',
    });
    expect(statusCode).toBe(status);
  });

  it.each(['application/json', 'text/plain', 'application/offset+octet-stream'])(
    'An upload refuses %s with 415',
    async (type) => {
      const answer = await send('/api/v2.0/files/upload', type);
      expect([answer.statusCode, json(answer)['reason']]).toEqual([415, 'unsupportedMediaType']);
    },
  );
});

describe('request that Node refuses before any route', () => {
  async function sendRaw(bytes: string) {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const port = Number(new URL(address ?? server.app.listeningOrigin).port);
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, problem: JSON.parse(body) as Record<string, unknown> };
  }

  it.each([
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a line that is no request', 'NONSENSE\r\n\r\n', 400],
    [
      'two different lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
    ],
    [
      'a length and an unknown encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: nonsense\r\n\r\nx',
      400,
    ],
  ])('%s get a problem and the end of the connection', async (_, bytes, status) => {
    const { head, problem } = await sendRaw(bytes);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain('connection: close');
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(problem).toMatchObject({
      reason: status === 431 ? 'headersTooLarge' : 'invalidInput',
      reasonMessage: expect.any(String),
    });
  });
});

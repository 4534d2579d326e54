import { connect } from 'node:net';
import { once } from 'node:events';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { measureProcessorMs } from '#tools/testing/processorTime.ts';

const form = (title: string) => ({
  definition: { title, formElements: [{ id: 'a', type: 'input', label: 'A' }] },
});

describeOnEachDatabase('invalid request', (open) => {
  let server: TestServer;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    headers = { 'x-api-key': (await addAccount(server)).apiKey };
  });
  afterEach(() => server.close());

  const cursor = (at: unknown, id: unknown) =>
    Buffer.from(JSON.stringify([at, id])).toString('base64url');

  it.each<[string, () => InjectOptions, number[]]>([
    [
      'a NUL in a form’s key',
      () => ({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: webKeys,
        payload: { key: 'a\0b' },
      }),
      [400, 404],
    ],
    [
      'a NUL in an account’s key',
      () => ({ url: '/api/account/uniqueAccountKey/a%00b', headers: webKeys }),
      [400, 404],
    ],
    [
      'a NUL in a cursor',
      () => ({
        url: `/provider/v1/forms?cursor=${cursor('2026-11-20T09:00:00.000Z', 'a\0b')}`,
        headers,
      }),
      [400],
    ],
    [
      'a cursor that is no position',
      () => ({ url: `/provider/v1/submissions?cursor=${cursor('yesterday', 'id')}`, headers }),
      [400],
    ],
    ['a NUL in a validator’s address', () => ({ url: '/validators/a%00b.js' }), [404]],
    [
      'a NUL in a title',
      () => ({ method: 'POST', url: '/provider/v1/forms', headers, payload: form('a\0b') }),
      [200, 400],
    ],
    [
      'an address that cannot be decoded',
      () => ({ url: '/api/%E0%A4%A', headers: webKeys }),
      [404],
    ],
    [
      'an Idempotency-Key past its length',
      () => ({
        method: 'POST',
        url: '/provider/v1/forms',
        headers: { ...headers, 'idempotency-key': 'x'.repeat(101) },
        payload: form('T'),
      }),
      [400],
    ],
  ])('A request with %s gets a problem, never a server error', async (_, request, statuses) => {
    const answer = await server.app.inject(request());
    expect(statuses).toContain(answer.statusCode);
    if (answer.statusCode !== 200)
      expect(json(answer)).toMatchObject({
        reason: expect.any(String),
        reasonMessage: expect.any(String),
        requestId: expect.any(String),
      });
  });
});

it('A body with a million errors gets a short response quickly', async () => {
  const server = await startTestServer();
  const { processGuid } = await publish(
    server,
    (await addAccount(server)).apiKey,
    form('T').definition,
  );
  const { workflowKey, headers } = await visit(server, processGuid);
  const payload = `{"revision":1,"language":"de","answers":[${'{},'.repeat(450_000)}{}]}`;
  const ms = await measureProcessorMs(async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidInput']);
    expect(answer.body.length).toBeLessThan(1_000);
  });
  expect(ms).toBeLessThan(2_000);
  await server.close();
});

it('An idle connection is closed', async () => {
  const server = await startTestServer({ appOptions: { idleMs: 300 } });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(
    'POST /api/authenticate/adhoc/workflow HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n' +
      'content-type: application/json\r\nx-application-key: test-app\r\nx-api-key: test-web\r\n' +
      '\r\n{"key":',
  );
  socket.resume();
  await once(socket, 'close');
  await server.close();
});

it('A response that concerns one caller is not cacheable', async () => {
  const server = await startTestServer();
  const { apiKey } = await addAccount(server);
  const answer = await server.app.inject({
    url: '/provider/v1/submissions',
    headers: { 'x-api-key': apiKey },
  });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  await server.close();
});

it('A body that is no JSON is refused with these words, in the language of the caller', async () => {
  const server = await startTestServer();
  const { apiKey } = await addAccount(server);
  const answer = await server.app.inject({
    method: 'POST',
    url: '/provider/v1/forms',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'accept-language': 'en' },
    payload: '{"definition": ',
  });
  expect([answer.statusCode, json(answer)['reason'], json(answer)['fields']]).toEqual([
    400,
    'invalidInput',
    { '': 'The body of the request is not valid JSON.' },
  ]);
  await server.close();
});

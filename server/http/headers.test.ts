import { Writable } from 'node:stream';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { afterEach, expect, it } from 'vitest';
import {
  addAccount,
  publish,
  startTestServer,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createLogger } from './logging.ts';

let server: TestServer;
afterEach(() => server.close());

it('A page may load and contact this server only', async () => {
  server = await startTestServer();
  const { headers } = await server.app.inject('/healthz');
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;" +
      "media-src 'self' blob:;connect-src 'self';font-src 'self';manifest-src 'self';" +
      "worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'permissions-policy': expect.stringContaining('microphone=()'),
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
});

it('The API description may be kept by a browser only if it asks again', async () => {
  server = await startTestServer();
  for (const url of ['/api/docs', '/api/docs/', '/api/openapi.json']) {
    const { statusCode, headers } = await server.app.inject(url);
    expect([url, statusCode < 400, headers['cache-control']]).toEqual([url, true, 'no-cache']);
  }
});

it('TLS is required in production', async () => {
  server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  expect((await server.app.inject('/healthz')).headers['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
});

it('Opening forms is rate limited per address; forged headers are ignored', async () => {
  server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const open = (n: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/workflow',
      payload: { key: 'unknown' },
      headers: {
        'x-application-key': 'test-app',
        'x-api-key': 'test-web',
        'x-forwarded-for': `10.0.0.${n}`,
      },
    });
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push(await open(n));
  expect(answers.at(59)?.statusCode).toBe(404);
  expect([answers.at(60)?.statusCode, answers.at(60)?.json<{ reason: string }>().reason]).toEqual([
    429,
    'tooManyRequests',
  ]);
  expect(answers.at(60)?.headers['retry-after']).toBeDefined();
});

it('A call has one rate limit for all its paths, and uploads have one too', async () => {
  server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { processGuid } = await publish(server, (await addAccount(server)).apiKey, {
    title: 'T',
    formElements: [{ id: 'a', type: 'input', label: 'A' }],
  });
  const { headers } = await visit(server, processGuid);
  const upload = (url: string) => server.app.inject({ method: 'POST', url, headers });
  const statuses = [];
  for (let n = 0; n < 61; n += 1)
    for (const url of ['/api/files/upload', '/api/v2.0/files/upload'])
      statuses.push((await upload(url)).statusCode);
  expect(statuses.slice(0, 120)).not.toContain(429);
  expect(statuses.slice(120)).toEqual([429, 429]);
});

it('A series of responses from one address is refused', async () => {
  server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { processGuid } = await publish(server, (await addAccount(server)).apiKey, {
    title: 'T',
    formElements: [{ id: 'a', type: 'input', label: 'A' }],
  });
  const statuses = [];
  for (let n = 0; n < 21; n += 1) {
    const { headers, workflowKey } = await visit(server, processGuid);
    statuses.push(
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/assistants/process?workflowKey=${workflowKey}`,
          headers,
          payload: { revision: 1, language: 'de', answers: [] },
        })
      ).statusCode,
    );
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
});

it('The log contains no key, token, name, address or answer', async () => {
  let log = '';
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  server = await startTestServer({ appOptions: { logger: createLogger('debug', destination) } });
  const { apiKey } = await addAccount(server);
  const { processGuid } = await publish(server, apiKey, {
    title: 'Geheimtitel',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  const { headers, workflowKey } = await visit(server, processGuid);
  const {
    metaData: { timeToken },
  } = (
    await server.app.inject({ url: `/api/assistants/process?workflowKey=${workflowKey}`, headers })
  ).json<FormProcess>();
  await server.app.inject({
    method: 'POST',
    url: `/api/assistants/process?workflowKey=${workflowKey}`,
    headers,
    payload: {
      revision: 1,
      language: 'de',
      timeToken,
      answers: [{ elementId: 'name', type: 'input', value: 'Kanarienvogel' }],
    },
  });
  await server.app.inject({
    url: `/api/assistants/process?workflowKey=${workflowKey}`,
    headers: { ...headers, 'x-forwarded-for': '203.0.113.9' },
  });
  expect(log).toContain('/api/assistants/process');
  for (const canary of [
    apiKey,
    processGuid,
    workflowKey,
    headers['authorization'] ?? '-',
    timeToken,
    'Kanarienvogel',
    'Geheimtitel',
    '203.0.113.9',
    '127.0.0.1',
  ])
    expect(log).not.toContain(canary);
});

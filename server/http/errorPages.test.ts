import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import { requestLimits } from '#server/http/limits.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import { createPageFolder } from '#server/testing/postedPages.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { getTexts } from '#server/texts.ts';

const folder = await createPageFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    appOptions: {
      webAppFolder: folder,
      serverRender: {
        ...noServerRender,
        notFound: (language) => ({ html: `<h1>404 ${language}</h1>`, styles: '' }),
        findPage: () => undefined,
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};
const policy = expect.stringContaining("default-src 'none';script-src 'self'");

describe('an address that the router refuses', () => {
  const addresses = [
    '/x%/y',
    '/%E0%A4%A',
    '/page/%E0%A4%A/more',
    '/akten/%FCber/accounts/x',
    `/start/${'a'.repeat(200)}`,
    '/page/%FC/guidance/KEY?language=en',
    '/%5Cevil',
    `/${'a'.repeat(3_000)}?language=en`,
  ];
  it.each(addresses)('%s is a page with status 404 for a browser', async (url) => {
    const answer = await server.app.inject({ url, headers: browser });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toEqual(policy);
    expect(answer.body).toContain(`<h1>404 ${url.endsWith('en') ? 'en' : 'de'}</h1>`);
  });

  it.each([...addresses, '/api/%FC', '/api/v2.0/x%', '/api/%5Cevil'])(
    '%s is a problem for a program',
    async (url) => {
      const answer = await server.app.inject({ url, headers: { accept: 'application/json' } });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([404, 'notFound']);
      expect(answer.headers['content-security-policy']).toEqual(policy);
    },
  );

  it.each(['/api/%FC', '/provider/v1/x%'])(
    '%s of the API is no page for a browser',
    async (url) => {
      const answer = await server.app.inject({ url, headers: browser });
      expect(json(answer)['reason']).toBe('notFound');
    },
  );
});

type Call = { method: 'POST' | 'DELETE'; url: string; type?: string; payload?: string };
const calls: [Call, ErrorReason][] = [
  [{ method: 'POST', url: '/no/such/page' }, 'notFound'],
  [{ method: 'DELETE', url: '/x%' }, 'notFound'],
  [{ method: 'POST', url: '/healthz' }, 'methodNotAllowed'],
  [{ method: 'POST', url: '/index.html' }, 'methodNotAllowed'],
  [{ method: 'POST', url: '/a', type: 'application/json', payload: '{' }, 'invalidInput'],
  [
    {
      method: 'POST',
      url: '/a',
      type: 'application/json',
      payload: ' '.repeat(requestLimits.maxBodyBytes + 1),
    },
    'requestTooLarge',
  ],
];

describe.each(calls)('%j', ({ method, url, type, payload }, reason) => {
  const send = (headers: Record<string, string>) =>
    server.app.inject({
      method,
      url,
      headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
  const { status } = errorCatalogue[reason];

  it.each(['de', 'en'] as const)(
    'A browser in the language %s gets a page without scripts, with the status of the problem',
    async (language) => {
      const answer = await send({ ...browser, 'accept-language': language });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers['content-security-policy']).toEqual(policy);
      expect(answer.body).toContain(`<html lang="${language}">`);
      expect(answer.body).toContain(`<h1>${getTexts(language)('errorScreen.title', {})}</h1>`);
      expect(answer.body).toContain(`<a href="/?language=${language}">`);
      expect(answer.body).not.toContain('<script');
      expect(answer.body).not.toMatch(/FST_|Error:|reason/);
    },
  );

  it.each([
    ['a program', { accept: 'application/json' }],
    ['a program that prefers JSON', { accept: 'application/json, text/html;q=0.5' }],
    ['a program that accepts any type', { accept: '*/*' }],
    ['a script of a page', { ...browser, 'sec-fetch-mode': 'cors' }],
  ])('For %s it is a problem in JSON', async (_, headers) => {
    const answer = await send(headers);
    expect([answer.statusCode, json(answer)['reason']]).toEqual([status, reason]);
  });
});

describe('a request target that is no path', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await server.app.listen({ port: 0 })).port);
  });

  /** Sends a request line as it is, and returns the status. */
  async function send(target: string): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n`);
    return Number((await text(socket)).split(' ')[1]);
  }

  it.each([
    ['http://portal/healthz', 200],
    ['http://portal/nope', 404],
    ['http://portal/login.', 404],
    ['HTTPS://portal/externalform//x.', 404],
    ['http://portal', 200],
    ['http://portal?language=en', 200],
    ['*', 404],
  ])('%s is answered with %i', async (target, status) => expect(await send(target)).toBe(status));
});

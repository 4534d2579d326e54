import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';

const noView = () => undefined;
const firstViews: FirstViews = {
  landing: noView,
  form: () => ({ html: '', colors: '' }),
  login: noView,
  isPage: (pathname) => pathname !== '/no/such/page',
};
let folder: string;
let server: TestServer;
beforeAll(async () => {
  // a name above must not make every path a file
  folder = join(await mkdtemp(join(tmpdir(), 'formakte-web-')), 'assets', 'client');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Formakte</title>');
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync('console.log(1)'));
  server = await startTestServer({ appOptions: { webAppFolder: folder, firstViews } });
});
afterAll(async () => {
  await server.close();
  await rm(dirname(dirname(folder)), { recursive: true });
});

const page = { accept: 'text/html,application/xhtml+xml' };

it.each(['/', '/externalform/some-guid', '/externalform/some-guid/succeed'])(
  '%s gets the web app, not cached',
  async (url) => {
    const answer = await server.app.inject({ url, headers: page });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.body).toContain('<title>Formakte</title>');
    expect((await server.app.inject({ method: 'HEAD', url, headers: page })).statusCode).toBe(200);
  },
);

it.each([
  `/start/${'k'.repeat(43)}`,
  `/login/${'k'.repeat(43)}`,
  `/reset-password/${'k'.repeat(43)}`,
  '/externalform/some-guid',
  '/akten?of=50',
])('%s gets the web app also for a program that accepts any type', async (url) => {
  for (const headers of [{ accept: '*/*' }, {}]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const [answer, toBrowser] = [
        await server.app.inject({ method, url, headers }),
        await server.app.inject({ method, url, headers: page }),
      ];
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/html; charset=utf-8',
        toBrowser.body,
      ]);
    }
  }
});

it('An unknown address gets the web app with status 404', async () => {
  const answer = await server.app.inject({ url: '/no/such/page?x=1', headers: page });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ]);
  expect(answer.body).toContain('<title>Formakte</title>');
});

it.each([
  ['/assets/gone-abc.js', '*/*'],
  ['/robots.txt?x=1', '*/*'],
  ['/akten', 'application/json'],
])('There is no page for a request of %s as %s', async (url, accept) => {
  expect((await server.app.inject({ url, headers: { accept } })).statusCode).toBe(404);
});

it('Only content-addressed files are cached for good', async () => {
  expect((await server.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

it('Assets are sent precompressed and cached for good', async () => {
  const answer = await server.app.inject({
    url: '/assets/main-abc.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
});

it.each(['/api/nothing', '/provider/v1/nothing', '/validators/nothing.js', '/dev/nothing'])(
  '%s never gets a page',
  async (url) => {
    const answer = await server.app.inject({ url, headers: page });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
  },
);

import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainPagePatterns } from '#schemas/platform/webAddresses.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { isProtected, routes, type RouteName } from '#src/routing/routes.ts';
import { buildPage, screens } from './webPages.ts';

const serverRender: ServerRender = {
  ...noServerRender,
  notFound: (language) => ({ html: `<h1>404 ${language}</h1>`, styles: '' }),
  frame: ({ name }, language) => ({
    html: `<p>Frame ${name} ${language}</p>`,
    styles: '',
    isFrame: true,
  }),
  findPage: (pathname) =>
    pathname.startsWith('/no/') || pathname.startsWith('/etc/')
      ? undefined
      : {
          path: pathname.replace('/Login', '/login'),
          params: {},
          ...(pathname === '/dashboard' ? { name: 'dashboard' } : {}),
        },
};
let folder: string;
let server: TestServer;
let processGuid: string;
beforeAll(async () => {
  // a name above must not make every path a file
  folder = join(await mkdtemp(join(tmpdir(), 'formakte-web-')), 'assets', 'client');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="de"><title>Formakte</title><div id="root"></div></html>',
  );
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync('console.log(1)'));
  server = await startTestServer({ appOptions: { webAppFolder: folder, serverRender } });
  ({ processGuid } = await publish(server, (await addAccount(server)).apiKey, {
    title: 'Unfall',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  }));
});
afterAll(async () => {
  await server.close();
  await rm(dirname(dirname(folder)), { recursive: true });
});

const page = { accept: 'text/html,application/xhtml+xml' };

it.each([
  ['/', 200, 'Willkommen im Mandantenportal'],
  ['/?language=en', 200, 'Welcome to the client portal'],
  ['/externalform/some-guid/succeed', 200, 'Formakte'],
])('%s gets the web app with status %i, not cached', async (url, status, title) => {
  const answer = await server.app.inject({ url, headers: page });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-cache']);
  expect(answer.body).toContain(`<title>${title}</title>`);
  expect((await server.app.inject({ method: 'HEAD', url, headers: page })).statusCode).toBe(status);
});

it.each([
  ['/akten', 405, 'GET, HEAD'],
  ['/assets/main-abc.js', 405, 'GET, HEAD'],
  ['/no/such/page', 404, undefined],
  ['/no/../../../../etc/passwd', 404, undefined],
])('A POST to %s is answered with status %i', async (url, status, allow) => {
  const answer = await server.app.inject({ method: 'POST', url, headers: page });
  expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
});

it.each([
  [`/start/${'k'.repeat(43)}`, 404],
  [`/registration/${'k'.repeat(43)}`, 200],
  ['/externalform/{published}', 200],
  ['/akten?of=50', 200],
])('%s gets the web app also for a program that accepts any type', async (address, status) => {
  const url = address.replace('{published}', processGuid);
  for (const headers of [{ accept: '*/*' }, {}]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const [answer, toBrowser] = [
        await server.app.inject({ method, url, headers }),
        await server.app.inject({ method, url, headers: page }),
      ];
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        status,
        'text/html; charset=utf-8',
        toBrowser.body,
      ]);
    }
  }
});

it.each(plainPagePatterns)('The page %s is not the web app', async (pattern) => {
  const url = pattern.replaceAll(/:\w+/g, 'x');
  const { body, headers } = await server.app.inject({ url, headers: page });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).not.toContain('<title>Formakte</title>');
});

it.each([
  ['/no/such/page?x=1', {}, 'de', 'Diese Seite gibt es nicht'],
  ['/no/such/page', { 'accept-language': 'en-GB' }, 'en', 'This page does not exist'],
  ['/no/such/page?language=en', { 'accept-language': 'de' }, 'en', 'This page does not exist'],
  ['/externalform/unknown-guid', {}, 'de', 'Diese Seite gibt es nicht'],
  ['/externalform/unknown', { 'accept-language': 'en' }, 'en', 'This page does not exist'],
  ['/page/unknown', {}, 'de', 'Diese Seite gibt es nicht'],
  ['/page/unknown/guidance/key?language=en', {}, 'en', 'This page does not exist'],
  ['/legal/imprint/unknown?language=en', {}, 'en', 'This page does not exist'],
  ['/legal/terms/unknown/', {}, 'de', 'Diese Seite gibt es nicht'],
])(
  'The unknown address %s gets the web app with status 404 and a page that needs no scripts',
  async (url, headers, language, title) => {
    const answer = await server.app.inject({ url, headers: { ...page, ...headers } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain(`<html lang="${language}" data-language="${language}"`);
    expect(answer.body).toContain(`<title>${title}</title>`);
    expect(answer.body).toContain(`<h1>404 ${language}</h1>`);
  },
);

it('A legal text of a known account gets the web app, and one of an unknown account a problem', async () => {
  const { accountId } = await addAccount(server);
  const known = await server.app.inject({ url: `/legal/imprint/${accountId}`, headers: page });
  expect([known.statusCode, known.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(known.body).toContain('<title>Formakte</title>');
  const ofProgram = { url: '/legal/imprint/unknown', headers: { accept: 'application/json' } };
  const unknown = await server.app.inject(ofProgram);
  expect([unknown.statusCode, json(unknown)['reason']]).toEqual([404, 'notFound']);
});

it('A path with other capitals is redirected to its route, with its query', async () => {
  const answer = await server.app.inject({ url: '/Login/KeY?language=en', headers: page });
  expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
    302,
    '/login/KeY?language=en',
    'no-store',
  ]);
});

it.each([
  ['/assets/gone-abc.js', '*/*'],
  ['/ads.txt?x=1', '*/*'],
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

it('A page is not sent in an encoding that the browser refuses', async () => {
  const { headers } = await server.app.inject({
    url: '/login',
    headers: { ...page, 'accept-encoding': 'br;q=0, gzip' },
  });
  expect(headers['content-encoding']).toBe('gzip');
});

it('A page after a login has its frame beside the root, and another page has none', async () => {
  const load = async (url: string) => (await server.app.inject({ url, headers: page })).body;
  expect(await load('/dashboard')).toContain(
    '<div id="server-frame"><p>Frame dashboard de</p></div>\n    <div id="root">',
  );
  expect(await load('/akten/no-screen')).not.toContain('server-frame');
});

it('Every page after a login lists its files', () =>
  expect([...screens].sort()).toEqual(
    (Object.keys(routes) as RouteName[]).filter(isProtected).sort(),
  ));

it('A page that names a part which the build does not have ends the start', async () => {
  const built = await mkdtemp(join(tmpdir(), 'formakte-built-'));
  await mkdir(join(built, '.vite'));
  await copyFile('index.html', join(built, 'index.html'));
  await writeFile(join(built, '.vite', 'manifest.json'), '{}');
  expect(() => buildPage(built, 'form')).toThrow('The build has no part "chunk:form"');
  await rm(built, { recursive: true });
});

it('A page lists its files and its texts once, and a typeface ahead of a form on wide screens only', async () => {
  const built = await mkdtemp(join(tmpdir(), 'formakte-built-'));
  await mkdir(join(built, '.vite'));
  const own =
    '<script type="module" crossorigin src="/assets/index-1.js"></script>' +
    '<link rel="stylesheet" crossorigin href="/assets/index-1.css">';
  await writeFile(join(built, 'index.html'), `<html><head>${own}</head></html>`);
  const face = 'src/ui/fonts/portal-sans-used.woff2';
  const entry = { file: 'assets/index-1.js', css: ['assets/index-1.css'] };
  const form = { file: 'assets/form-1.js', css: ['assets/form-1.css'], imports: ['index.html'] };
  const manifest = {
    'index.html': entry,
    '_form-1.js': { ...form, name: 'form' },
    '_portal-1.js': { ...form, name: 'portal' },
    '_largeViews-1.js': { file: 'assets/large-1.js', name: 'largeViews', imports: ['_form-1.js'] },
    'locales/visitors.de.json': { file: 'assets/visitors-1.js' },
    'locales/visitors.en.json': { file: 'assets/visitors-2.js' },
    'locales/portal.de.json': { file: 'assets/visitors-1.js' },
    'locales/portal.en.json': { file: 'assets/visitors-2.js' },
    'portalForm:own/login': { file: 'assets/login-1.js' },
    [face]: { file: 'assets/face-1.woff2' },
  };
  await writeFile(join(built, '.vite', 'manifest.json'), JSON.stringify(manifest));
  const listFiles = (html = '') =>
    [...html.matchAll(/"\/assets\/([^"]*)"/g)].map(([, file]) => file);
  const html = buildPage(built, 'form')?.({ types: ['file'] });
  expect(listFiles(html).sort()).toEqual(
    [
      ...['index-1.js', 'index-1.css', 'form-1.js', 'form-1.css'],
      ...['large-1.js', 'visitors-1.js', 'face-1.woff2'],
    ].sort(),
  );
  expect(html).toMatch(/as="font"[^>]* media="\(min-width: 768px\)"[^>]*face-1/);
  expect(buildPage(built, 'login')?.()).toMatch(/as="font" type="font\/woff2" crossorigin/);
  const english = buildPage(built, 'form')?.({ language: 'en' });
  expect(listFiles(english).filter((each) => each?.startsWith('visitors'))).toEqual([
    'visitors-2.js',
  ]);
  await rm(built, { recursive: true });
});

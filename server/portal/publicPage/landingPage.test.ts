import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import { findPage } from '#src/routing/findPage.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const hostile = '"><script>alert(1)</script> & Co.';
let folder: string;
let server: TestServer;
let account: { accountId: string; apiKey: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formakte-landing-'));
  await mkdir(join(folder, '.vite'));
  // the portal's own: its tags are replaced
  await copyFile('index.html', join(folder, 'index.html'));
  const shared = { file: 'assets/shared-1.js' };
  await writeFile(
    join(folder, '.vite', 'manifest.json'),
    JSON.stringify({
      '_portal-1.js': { ...shared, name: 'portal' },
      '_form-1.js': { ...shared, name: 'form' },
      '_largeViews-1.js': { ...shared, name: 'largeViews' },
      'locales/visitors.de.json': shared,
      'locales/visitors.en.json': shared,
      'locales/portal.de.json': shared,
      'locales/portal.en.json': shared,
      'portalForm:own/login': shared,
      'portalForm:own/forgotPassword': shared,
      'portalForm:own/forgotUsername': shared,
      'portalForm:own/resetPassword': shared,
      'portalForm:own/enterPin': shared,
      'src/features/access/pin/EnterPinPage.tsx': shared,
      'src/features/access/pin/RequestPinPage.tsx': shared,
      'src/features/access/registration/PostedRegistrationPage.tsx': shared,
      'src/features/forms/assistants/PinPage.tsx': shared,
      'src/features/access/login/LoggedInPage.tsx': shared,
      'src/features/access/credentials/ResetDonePage.tsx': shared,
      'src/features/forms/assistants/SucceedPage.tsx': shared,
      'src/features/portal/shell/PortalShell.tsx': shared,
      'src/features/portal/dashboard/DashboardPage.tsx': shared,
      'src/features/tasks/board/BoardPage.tsx': shared,
      'src/features/tasks/inbox/InboxPage.tsx': shared,
      'src/features/cases/firm/FirmCasesPage.tsx': shared,
      'src/features/portal/clients/ClientsPage.tsx': shared,
      'src/features/forms/businessForms/FormsPage.tsx': shared,
      'src/features/forms/businessForms/FormPage.tsx': shared,
      'src/features/forms/businessForms/PreviewPage.tsx': shared,
      'src/features/portal/dashboard/ServiceProviderPage.tsx': shared,
      'src/features/portal/settings/SettingsPage.tsx': shared,
      'src/features/cases/list/CasesPage.tsx': { file: 'assets/CasesPage-1.js' },
      'src/features/portal/publicPage/PublicPage.tsx': {
        file: 'assets/PublicPage-1.js',
        imports: ['_shared.js'],
        css: ['assets/PublicPage-1.css'],
      },
      '_shared.js': shared,
    }),
  );
  const serverRender: ServerRender = {
    ...noServerRender,
    findPage,
    landing: (host, { accountName }) => ({
      html: `<h1>${host} ${accountName.length}</h1>`,
      styles: ':root{--brand:#f2b705}',
    }),
  };
  server = await startTestServer({ appOptions: { webAppFolder: folder, serverRender } });
  account = await addAccount(server, {
    uniqueKey: 'kanzlei-test',
    name: `Kanzlei ${hostile}`,
    welcomeHeadline: hostile,
    welcomeText: `Wir helfen.\n${'Immer wieder. '.repeat(20)}`,
    primaryColor: '#f2b705',
  });
  await publish(server, account.apiKey, {
    title: 'Rückruf',
    formElements: [{ id: 'a', type: 'input', label: 'A' }],
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const open = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } });

it.each(['/page/kanzlei-test', '/proudly-presents/kanzlei-test'])(
  'The head of %s describes its account without script',
  async (url) => {
    const answer = await open(url);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['cache-control'],
      answer.headers['x-robots-tag'],
    ]).toEqual([200, 'text/html; charset=utf-8', 'no-cache', 'all']);
    for (const once of [/<title>/g, /name="description"/g, /rel="icon"/g, /data-theme="dark"/g])
      expect(answer.body.match(once)).toHaveLength(1);
    expect(answer.body).toContain(
      '<title>Kanzlei &#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#38; Co.</title>',
    );
    expect(answer.body).toMatch(
      /<meta name="description" content="Wir helfen\. (Immer wieder\. )+Immer…" \/>/,
    );
    expect(
      /name="description" content="([^"]*)"/.exec(answer.body)?.[1]?.length,
    ).toBeLessThanOrEqual(161);
    for (const tag of [
      '<meta name="theme-color" data-theme="light" media="(prefers-color-scheme: light)" ' +
        'content="#f2f1ed" />',
      '<link rel="canonical" href="http://localhost:8080/proudly-presents/kanzlei-test" />',
      '<meta property="og:title"',
      '<meta property="og:description" content="Wir helfen.',
      `<link rel="icon" href="/api/v2.0/e.consult.${account.accountId}/accounts/icon" />`,
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/PublicPage-1.js" />',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/shared-1.js" />',
      '<link rel="stylesheet" crossorigin href="/assets/PublicPage-1.css" />',
    ])
      expect(answer.body).toContain(tag);
  },
);

it('The page of a case lists the files of its screen', async () => {
  const { statusCode, headers, body } = await open('/akten/some-case/accounts/some-account');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(body).toContain('href="/assets/CasesPage-1.js"');
  expect((await open('/activate-with-app')).body).not.toContain('modulepreload');
});

it('The page’s server-rendered HTML and data cannot break out of their element', async () => {
  const { body } = await open('/page/kanzlei-test');
  const sent =
    /<script type="application\/json" id="public-info">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  const embedded = JSON.parse(sent) as AccountPublicInfo;
  const answer = await server.app.inject({
    url: `/api/account/${account.accountId}/publicinfo`,
    headers: webKeys,
  });
  // the call has some facts under a second name, which only other programs know
  expect(json(answer)).toEqual({
    ...embedded,
    uniqueAccountKey: embedded.accountUniqueKey,
    terms: embedded.esyThingAgb,
    privacy: embedded.esyThingDatenschutz,
  });
  // besides the script before the first paint, and the page's own
  expect(body.match(/<script/g)).toHaveLength(3);
});

it('The page allows the styles of its server-rendered HTML, and its scripts have a low priority', async () => {
  const { body, headers } = await open('/page/kanzlei-test');
  expect(body).toContain(
    '<div id="server-render"><style>:root{--brand:#f2b705}</style>' +
      `<h1>localhost ${`Kanzlei ${hostile}`.length}</h1></div>`,
  );
  const hash = createHash('sha256').update(':root{--brand:#f2b705}').digest('base64');
  expect(headers['content-security-policy']).toBe(
    String((await server.app.inject('/healthz')).headers['content-security-policy']).replace(
      "style-src 'self'",
      `style-src 'self' 'sha256-${hash}'`,
    ),
  );
  const scripts = body.match(/<(?:link rel="modulepreload"|script type="module")[^>]*>/g) ?? [];
  expect(scripts).toHaveLength(3);
  for (const script of scripts) expect(script).toContain('fetchpriority="low"');
});

it('An unknown provider gets 404 with the web app’s page', async () => {
  const answer = await open('/page/nobody-has-this');
  expect([
    answer.statusCode,
    answer.body.includes('<title>Diese Seite gibt es nicht</title>'),
  ]).toEqual([404, true]);
});

it('A provider with an external page gets a redirect', async () => {
  const { apiKey } = await addAccount(server, { uniqueKey: 'woanders' });
  const headers = { 'x-api-key': apiKey };
  await server.app.inject({
    method: 'PUT',
    url: '/provider/v1/returnHosts',
    headers,
    payload: { hosts: ['kanzlei.example'] },
  });
  await server.app.inject({
    method: 'PUT',
    url: '/provider/v1/pages',
    headers,
    payload: {
      isDashboardDisabled: false,
      publicPageElsewhere: 'https://kanzlei.example/willkommen',
    },
  });
  const answer = await open('/page/woanders');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    'https://kanzlei.example/willkommen',
  ]);
});

it('The favicon has the provider’s colour', async () => {
  const answer = await server.app.inject({
    url: `/api/v2.0/e.consult.${account.accountId}/accounts/icon`,
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(answer.body).toContain('fill="#f2b705"');
  expect(answer.body).toContain('fill="#000000">KC</text>');
});

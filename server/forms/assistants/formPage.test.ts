import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { localize } from '#schemas/platform/common.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const definition = {
  title: { de: 'Unfall <melden>', en: 'Report' },
  assistantNotice: 'Erst zum Arzt.',
  formElements: [{ id: 'a', type: 'input', label: 'Geheim' }],
};
let folder: string;
let server: TestServer;
let headers: Record<string, string>;
const drawForm = vi.fn<ServerRender['form']>(async ({ opening }) => ({
  html: `<h1>${opening.accountName}</h1>`,
  styles: ':root{--brand:#14505c}',
  hydrate: 'form',
}));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formakte-formpage-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><title>Formakte</title></head><body><div id="root"></div></body>',
  );
  const serverRender: ServerRender = {
    ...noServerRender,
    form: (...args) => drawForm(...args),
    closed: async ({ closed: { title }, language }) => ({
      html: `<p>${localize(title ?? '', language)}</p>`,
      styles: '',
      hydrate: 'closed',
    }),
  };
  server = await startTestServer({
    env: { CALLS_PER_MINUTE: '200' },
    appOptions: { webAppFolder: folder, serverRender },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function addForm() {
  const { apiKey } = await addAccount(server, { primaryColor: '#14505c' });
  headers = { 'x-api-key': apiKey };
  return publish(server, apiKey, definition);
}
const open = async (processGuid: string) =>
  (
    await server.app.inject({
      url: `/externalform/${processGuid}`,
      headers: { accept: 'text/html' },
    })
  ).body;

it('The page of a form contains its title, its first sheet and its data', async () => {
  const { processGuid } = await addForm();
  const body = await open(processGuid);
  expect(body).toContain('<title>Unfall &#60;melden&#62; – Kanzlei Test</title>');
  expect(body).toContain('<style>:root{--brand:#14505c}</style>');
  expect(body).toContain('<div id="root" data-rendered="form"><h1>Kanzlei Test</h1></div>');
  const [, json = ''] =
    /<script type="application\/json" id="form-page-data">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    here: `/externalform/${processGuid}`,
    opening: {
      theme: { primaryColor: '#14505c' },
      assistantNotice: 'Erst zum Arzt.',
      revision: 1,
      formElement: { formElements: definition.formElements },
      metaData: { validatorUrl: expect.stringMatching(/^\/validators\/[0-9a-f]{32}\.js$/) },
    },
  });
});

it('A later page of a form is left to the browser, which has the answers', async () => {
  const { processGuid } = await addForm();
  const body = await open(`${processGuid}?page=a`);
  expect([body.includes('data-rendered'), body.includes('form-page-data')]).toEqual([false, true]);
});

it('The page is compressed as the browser accepts it', async () => {
  const { processGuid } = await addForm();
  const answer = await server.app.inject({
    url: `/externalform/${processGuid}`,
    headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' },
  });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(await open(processGuid));
});

it('The page reveals nothing of a form that was withdrawn', async () => {
  const { formId, processGuid } = await addForm();
  const url = `/provider/v1/forms/${formId}/withdraw`;
  const answer = await server.app.inject({ method: 'POST', headers, url });
  expect(answer.statusCode).toBeLessThan(300);
  const body = await open(processGuid);
  expect([
    body.includes('Unfall'),
    body.includes('data-rendered') || body.includes('form-page-data'),
    body.includes('<title>Diese Seite gibt es nicht</title>'),
  ]).toEqual([false, false, true]);
});

const openPage = (processGuid: string) =>
  server.app.inject({ url: `/externalform/${processGuid}`, headers: { accept: 'text/html' } });
const readClosed = (page: string): unknown =>
  JSON.parse(
    /<script type="application\/json" id="closed-page-data">(.*?)<\/script>/s.exec(page)?.[1] ??
      'null',
  );
const text = { de: 'Die Frist ist **vorbei**.', en: 'The deadline has passed.' };
async function closeForm(formId: string): Promise<void> {
  const url = `/provider/v1/forms/${formId}/closing`;
  const payload = { isClosed: true, text };
  expect((await server.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
}

it('A closed form gets 410 with the words and the contact of its provider', async () => {
  const { formId, processGuid } = await addForm();
  await closeForm(formId);
  const page = await openPage(`${processGuid}?language=en&page=a`);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([410, 'no-cache']);
  expect(page.body).toContain('<title>Report – Kanzlei Test</title>');
  expect(page.body).toContain('<div id="root" data-rendered="closed"><p>Report</p></div>');
  expect(readClosed(page.body)).toMatchObject({
    here: `/externalform/${processGuid}`,
    closed: { text, contact: {}, accountName: 'Kanzlei Test', theme: { primaryColor: '#14505c' } },
  });
  expect(page.body).not.toContain('Geheim');
});

it('The page of a closed form with a PIN has the words of its provider, not its title', async () => {
  const { formId, processGuid } = await addForm();
  const url = `/provider/v1/forms/${formId}/pin`;
  await server.app.inject({ method: 'POST', url, headers, payload: {} });
  await closeForm(formId);
  const page = await openPage(processGuid);
  expect([page.statusCode, page.body.includes('Unfall')]).toEqual([410, false]);
  expect(readClosed(page.body)).toMatchObject({ closed: { text, title: null } });
});

it('A closed form that is withdrawn gets 404', async () => {
  const { formId, processGuid } = await addForm();
  await closeForm(formId);
  const url = `/provider/v1/forms/${formId}/withdraw`;
  await server.app.inject({ method: 'POST', url, headers });
  expect((await openPage(processGuid)).statusCode).toBe(404);
});

it('An address without a published form gets 404 with the web app, which shows the error', async () => {
  const visit = (processGuid: string) =>
    server.app.inject({ url: `/externalform/${processGuid}`, headers: { accept: 'text/html' } });
  const unknown = await visit('nobody-made-this');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain('<title>Diese Seite gibt es nicht</title>');
  const { formId, processGuid } = await addForm();
  expect((await visit(processGuid)).statusCode).toBe(200);
  await server.app.inject({
    method: 'POST',
    headers,
    url: `/provider/v1/forms/${formId}/withdraw`,
  });
  expect((await visit(processGuid)).statusCode).toBe(404);
});

it('Search engines may list a public form only, and not an address with answers', async () => {
  const { formId, processGuid } = await addForm();
  const readTag = async (query = '') =>
    (await server.app.inject(`/externalform/${processGuid}${query}`)).headers['x-robots-tag'];
  const change = (method: 'POST' | 'PUT', path: string, payload: object) =>
    server.app.inject({ method, url: `/provider/v1/forms/${formId}/${path}`, headers, payload });
  expect([await readTag(), await readTag('?language=en')]).toEqual(['all', 'all']);
  expect(await readTag('?fn=Jonas')).toBe('noindex');
  await change('PUT', 'visibility', { visibility: 'unlisted' });
  expect(await readTag()).toBe('noindex');
  await change('PUT', 'visibility', { visibility: 'public' });
  await change('PUT', 'closing', { isClosed: true });
  expect(await readTag()).toBe('noindex');
  await change('PUT', 'closing', {});
  expect(await readTag()).toBe('all');
  await change('POST', 'pin', {});
  expect(await readTag()).toBe('noindex');
});

it('The page of a started workflow and of a form with a PIN is found', async () => {
  const { formId, processGuid } = await addForm();
  const started = await server.app.inject({
    method: 'POST',
    url: '/api/authenticate/adhoc/workflow',
    headers: webKeys,
    payload: { key: processGuid },
  });
  const { workflowKey } = json<{ workflowKey: string }>(started);
  const pin = { url: `/provider/v1/forms/${formId}/pin`, payload: {} };
  await server.app.inject({ method: 'POST', headers, ...pin });
  for (const key of [workflowKey, processGuid]) {
    const answer = await server.app.inject({
      url: `/externalform/${key}`,
      headers: { accept: 'text/html' },
    });
    expect(answer.statusCode).toBe(200);
  }
});

it.each([
  [
    'it cannot be drawn',
    () =>
      void drawForm.mockImplementationOnce(async () => {
        throw new Error('no picture of it');
      }),
  ],
  [
    'the database does not answer',
    () =>
      void vi.spyOn(server.deps.db, 'selectFrom').mockImplementationOnce(() => {
        throw new Error('no database');
      }),
  ],
])('The page is the web app’s plain one if %s', async (_name, fail) => {
  const { processGuid } = await addForm();
  fail();
  const body = await open(processGuid);
  expect(body).toContain('<div id="root">');
  expect(await open(processGuid)).toContain('data-rendered');
});

it('The page is the plain one above the rate limit', async () => {
  const { processGuid } = await addForm();
  const { callsPerMinute } = server.deps.config;
  const pages: string[] = [];
  for (let asked = 0; asked <= callsPerMinute && pages.at(-1) !== 'plain'; asked += 1)
    pages.push((await open(processGuid)).includes('data-rendered') ? 'drawn' : 'plain');
  expect(pages.at(-1)).toBe('plain');
  expect(pages[0]).toBe('drawn');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import { requestLimits } from '#server/http/limits.ts';
import {
  addAccount,
  publish,
  startTestServer,
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
const drawForm = vi.fn<FirstViews['form']>((_host, opening) => ({
  html: JSON.stringify(opening),
  colors: '',
}));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formakte-formpage-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><title>Formakte</title></head><body><div id="root"></div></body>',
  );
  const firstViews: FirstViews = {
    landing: () => undefined,
    form: (...args) => drawForm(...args),
    login: () => undefined,
    isPage: () => true,
  };
  server = await startTestServer({ appOptions: { webAppFolder: folder, firstViews } });
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

it('The page of a form contains its title and its first view', async () => {
  const body = await open((await addForm()).processGuid);
  expect(body).toContain('<title>Unfall &#60;melden&#62; – Kanzlei Test</title>');
  expect(body).toMatch(
    /<div id="first-view">.*"primaryColor":"#14505c".*"assistantNotice":"Erst zum Arzt\.".*<\/div>\s*<div id="root">/s,
  );
});

it.each([
  [
    'is not on the net any more',
    (formId: string) => ({ url: `/provider/v1/forms/${formId}/withdraw` }),
  ],
  [
    'asks for a PIN first',
    (formId: string) => ({ url: `/provider/v1/forms/${formId}/pin`, payload: {} }),
  ],
])('The page reveals nothing of a form that %s', async (_name, request) => {
  const { formId, processGuid } = await addForm();
  const answer = await server.app.inject({ method: 'POST', headers, ...request(formId) });
  expect(answer.statusCode).toBeLessThan(300);
  const body = await open(processGuid);
  expect([
    body.includes('Unfall'),
    body.includes('first-view'),
    body.includes('<title>Formakte</title>'),
  ]).toEqual([false, false, true]);
});

it('An address without a form gets the web app, which shows the error', async () => {
  expect(await open('nobody-made-this')).toContain('<title>Formakte</title>');
});

it.each([
  [
    'it cannot be drawn',
    () =>
      void drawForm.mockImplementationOnce(() => {
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
  expect([body.includes('<div id="root">'), body.includes('first-view')]).toEqual([true, false]);
  expect(await open(processGuid)).toContain('first-view');
});

it('The page is the plain one above the rate limit', async () => {
  const { processGuid } = await addForm();
  const pages: string[] = [];
  for (let asked = 0; asked <= requestLimits.demoPerMinute && pages.at(-1) !== 'plain'; asked += 1)
    pages.push((await open(processGuid)).includes('first-view') ? 'drawn' : 'plain');
  expect(pages.at(-1)).toBe('plain');
  expect(pages[0]).toBe('drawn');
});

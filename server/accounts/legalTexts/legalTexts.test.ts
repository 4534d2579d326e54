import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalTextNames } from '#schemas/accounts/legalTexts.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const serverRender = { ...noServerRender, markdown: (text: string) => `<p>${text}</p>` };

describeOnEachDatabase('the legal texts', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      open,
      env: { OPERATOR: 'Portal GmbH, Am Markt 1, Bremen' },
      appOptions: { serverRender },
    });
  });
  afterAll(() => server.close());
  const read = (legalText: string, query = '', language = 'de') =>
    server.app.inject({
      url: `/api/v2.0/legal/${legalText}${query}`,
      headers: { ...webKeys, 'accept-language': language },
    });

  it.each(legalTextNames)('The portal has %s in both languages', async (name) => {
    const [de, en] = await Promise.all([read(name), read(name, '', 'en')]);
    expect([json(de), json(en)]).toEqual([
      { text: expect.stringMatching(/^## /) as string, accountName: null },
      { text: expect.stringMatching(/^## /) as string, accountName: null },
    ]);
    expect(json(de)['text']).not.toBe(json(en)['text']);
  });

  it('The imprint names the operator', async () => {
    expect(json(await read('imprint'))['text']).toContain('Portal GmbH, Am Markt 1, Bremen');
  });

  it('An account’s own text replaces the portal’s text', async () => {
    const { accountId, apiKey } = await addAccount(server, { privacy: '## Alt' });
    const call = (method: 'GET' | 'PUT', payload?: object) =>
      server.app.inject({
        method,
        url: '/provider/v1/legalTexts',
        headers: { 'x-api-key': apiKey },
        ...(payload ? { payload } : {}),
      });
    expect(json(await call('GET'))).toEqual({
      imprint: null,
      privacy: '## Alt',
      terms: null,
      accessibility: null,
    });
    const own = {
      imprint: '## Kanzlei Test',
      privacy: null,
      terms: '## Regeln',
      accessibility: null,
    };
    expect(json(await call('PUT', own))).toEqual(own);
    expect(json(await call('GET'))).toEqual(own);
    const shown = async (name: string) => json(await read(name, `?accountId=${accountId}`));
    expect(await shown('imprint')).toEqual({
      text: '## Kanzlei Test',
      accountName: 'Kanzlei Test',
    });
    expect(await shown('privacy')).toEqual(json(await read('privacy')));
    expect(
      json(
        await server.app.inject({
          url: `/api/v2.0/e.consult.${accountId}/account/agb`,
          headers: webKeys,
        }),
      ),
    ).toMatchObject({ agb: '## Regeln' });
    expect(json(await call('PUT', { ...own, terms: ' ' }))).toMatchObject({
      reason: 'invalidInput',
      fields: { '/terms': expect.any(String) as string },
    });
  });

  it('A text of an account is a page without scripts, in the language of its address', async () => {
    const { accountId } = await addAccount(server, { name: 'Kanzlei <Test>', terms: 'Regeln' });
    const open = (path: string, language = 'de') =>
      server.app.inject({ url: `/legal/${path}`, headers: { 'accept-language': language } });
    const page = await open(`terms/${accountId}/text?language=en`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('<html lang="en">');
    expect(page.body).toContain('<h1>Terms of use – Kanzlei &#60;Test&#62;</h1>');
    expect(page.body).toContain('<p>Regeln</p>');
    expect(page.body).not.toContain('<script');
    const ofOperator = await open(`imprint/${accountId}/text`);
    expect(ofOperator.body).toContain('<h1>Impressum</h1>');
    expect(ofOperator.body).toContain('Portal GmbH');
    const unknown = await Promise.all([
      open('terms/nobody-has-this/text', 'en'),
      open(`secrets/${accountId}/text`),
      open('secrets/text'),
    ]);
    expect(unknown.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(unknown[0]?.body).toContain('<h1>Something went wrong</h1>');
  });

  it('A text of the operator is a page without scripts, too', async () => {
    const page = await server.app.inject({ url: '/legal/imprint/text?language=en' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<h1>Legal notice</h1>');
    expect(page.body).toContain('Portal GmbH');
  });

  it('An unknown account or text gets 404', async () => {
    expect([
      (await read('imprint', '?accountId=nobody-has-this')).statusCode,
      (await read('secrets')).statusCode,
    ]).toEqual([404, 400]);
  });
});

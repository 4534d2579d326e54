import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { Look } from '#schemas/accounts/looks.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const look: Look = {
  primaryColor: '#f2b705',
  secondaryColor: '#2c3f7d',
  welcomeHeadline: 'Wohin soll es gehen?',
  welcomeText: 'Ein Gespräch, ein Plan.',
  footerLinks: [
    { label: { de: 'Impressum', en: 'Legal notice' }, url: 'https://lichtblick.example/impressum' },
  ],
};

describeOnEachDatabase('a provider’s look', (open) => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await addAccount(server);
  });

  const call = (method: 'GET' | 'PUT', path: string, payload?: object, { apiKey } = account) =>
    server.app.inject({
      method,
      url: `/provider/v1/${path}`,
      headers: { 'x-api-key': apiKey },
      ...(payload ? { payload } : {}),
    });
  const shown = async () =>
    json<AccountPublicInfo>(
      await server.app.inject({
        url: `/api/account/${account.accountId}/publicinfo`,
        headers: webKeys,
      }),
    );
  const logo = (which: 'logo' | 'secondarylogo') =>
    server.app.inject({ url: `/api/v2.0/e.consult.${account.accountId}/accounts/${which}` });

  async function send(content: Buffer, name = 'logo.png', { apiKey } = account): Promise<string> {
    const payload = Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const sent = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/files',
      headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
      payload,
    });
    return json<{ fileuploadId: string }>(sent).fileuploadId;
  }
  const wide = () =>
    sharp({
      create: {
        width: 1024,
        height: 256,
        channels: 4,
        background: { r: 20, g: 80, b: 92, alpha: 0 },
      },
    })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer();

  it('The look is stored and public', async () => {
    expect(json(await call('PUT', 'look', look))).toEqual(look);
    expect(json(await call('GET', 'look'))).toEqual(look);
    expect(await shown()).toMatchObject(look);
  });

  it.each([
    [{ primaryColor: 'red' }, '/primaryColor'],
    [{ primaryColor: '#fff' }, '/primaryColor'],
    [{ footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] }, '/footerLinks/0/url'],
  ])('The look refuses %j with its field', async (wrong, place) => {
    const answer = await call('PUT', 'look', { ...look, ...wrong });
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [place],
    ]);
  });

  it('A logo is redrawn small, transparent, without metadata, and can be removed', async () => {
    expect(
      (await call('PUT', 'secondaryLogo', { fileId: await send(await wide()) })).statusCode,
    ).toBe(200);
    const answer = await logo('secondarylogo');
    const { format, width, height, hasAlpha, exif } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height, hasAlpha, exif }).toEqual({
      format: 'png',
      width: 512,
      height: 128,
      hasAlpha: true,
      exif: undefined,
    });
    expect(answer.rawPayload.includes('secret place')).toBe(false);
    expect([(await shown()).primaryLogoUrl, (await logo('logo')).statusCode]).toEqual([null, 404]);
    await call('PUT', 'secondaryLogo', { fileId: null });
    expect((await logo('secondarylogo')).statusCode).toBe(404);
  });

  it('A logo that is no image, or of another provider, is refused', async () => {
    const text = await call('PUT', 'logo', {
      fileId: await send(Buffer.from('no picture'), 'logo.txt'),
    });
    expect([text.statusCode, json(text)['fields']]).toEqual([
      400,
      {
        '/fileId':
          'Dieses Bild können wir nicht öffnen. Wählen Sie ein anderes als JPG oder PNG, ' +
          'zum Beispiel ein Bildschirmfoto.',
      },
    ]);
    const foreign = await send(await wide(), 'logo.png', await addAccount(server));
    expect((await call('PUT', 'logo', { fileId: foreign })).statusCode).toBe(404);
  });
});

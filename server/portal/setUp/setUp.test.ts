import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { listFirms } from '#server/accounts/accounts/service.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { findInstallationValue } from '#server/db/installation.ts';
import { sendFirmNotifications } from '#server/mail/firmNotifications/service.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { setUpLimits } from '#server/portal/limits.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
} from '#server/testing/testServer.ts';
import type { TestServer } from '#server/testing/testServer.ts';
import { createSetUpLink } from './link.ts';

const firm = {
  name: 'Aydın & Söhne',
  street: 'Weg 1',
  postalCode: '20259',
  city: 'Hamburg',
  phone: '040 123',
  website: 'www.aydin.example',
  firmKey: '',
  firstName: 'Ada',
  lastName: 'Aydın',
  email: 'ada@aydin.example',
  username: 'ada',
  password: 'Vogelhaus-77',
  passwordConfirmation: 'Vogelhaus-77',
};

describeOnEachDatabase('the set-up page', (open) => {
  let server: TestServer;
  let path: string;

  async function createPath(): Promise<string> {
    const link = await createSetUpLink(server.deps);
    return new URL(link ?? '').pathname;
  }
  beforeEach(async () => {
    server = await startTestServer({ open });
    path = await createPath();
  });
  afterEach(() => server.close());

  const openPage = (url = path, language = 'de') =>
    server.app.inject({ url, headers: { 'accept-language': language } });
  const post = (
    more: Partial<typeof firm> = {},
    url = path,
    headers: Record<string, string> = {},
  ) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ ...firm, ...more }).toString(),
    });
  const logIn = (username: string, password: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/authenticate/login',
      headers: webKeys,
      payload: { Username: username, Password: password },
    });

  it('The link creates the first firm and an administrator who can log in', async () => {
    const created = await post();
    expect([created.statusCode, created.body]).toEqual([200, expect.stringContaining('/login')]);
    const [first] = await listFirms(server.deps.db);
    expect(first).toMatchObject({ name: 'Aydın & Söhne', uniqueKey: 'aydin-soehne' });
    const login = json<{ accessToken: string }>(await logIn('ada', 'Vogelhaus-77'));
    const headers = { ...webKeys, authorization: `Bearer ${login.accessToken}` };
    const { accounts } = json<{ accounts: object[] }>(
      await server.app.inject({ url: '/api/v2.0/accounts', headers }),
    );
    expect(accounts).toMatchObject([
      {
        boardRole: 'admin',
        isActivated: true,
        phone: '040 123',
        website: 'https://www.aydin.example',
        address: { street: 'Weg 1', postalCode: '20259', city: 'Hamburg' },
      },
    ]);
    const board = await server.app.inject({
      url: `/api/v2.0/e.consult.${first?.id}/board`,
      headers,
    });
    expect(board.statusCode).toBe(200);
  });

  it('The first administrator is mailed what visitors send', async () => {
    await post();
    const [{ id: accountId } = { id: '' }] = await listFirms(server.deps.db);
    const granter = { accountId, scopes: keyScopes };
    const { apiKey } = await createApiKey(server.deps, granter, { name: 'A', scopes: keyScopes });
    const formElements = [{ id: 'phone', type: 'input', label: 'Telefon' }];
    const { processGuid } = await publish(server, apiKey, { title: 'Rückruf', formElements });
    const visitor = await visit(server, processGuid);
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'phone', type: 'input', value: '040 1' }],
      },
    });
    await sendFirmNotifications(server.deps);
    const mails = await listNewestMessages(server.deps, 5);
    expect(mails).toMatchObject([
      {
        recipient: 'ada@aydin.example',
        body: expect.stringContaining('Ein ausgefülltes Formular'),
      },
    ]);
  });

  it('The page is in German or English and cannot be stored or sent to others', async () => {
    const german = await openPage();
    expect([german.statusCode, german.body]).toEqual([
      200,
      expect.stringContaining('Portal einrichten'),
    ]);
    expect(german.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect((await openPage(path, 'en')).body).toContain('Set up the portal');
    expect((await openPage(`${path}?language=en`)).body).toContain('Set up the portal');
  });

  it('A used link answers that it has ended', async () => {
    await post();
    expect((await openPage()).statusCode).toBe(410);
    expect((await post({ name: 'Andere', username: 'andere' })).statusCode).toBe(410);
    expect(await listFirms(server.deps.db)).toHaveLength(1);
  });

  it('Concurrent posts of one link create one firm', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((key) => post({ firmKey: key, username: `user-${key}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410, 410]);
    expect(await listFirms(server.deps.db)).toHaveLength(1);
  });

  it('A link ends after a day', async () => {
    server.clock.forward(setUpLimits.linkHours * hourMs - 1_000);
    expect((await openPage()).statusCode).toBe(200);
    server.clock.forward(1_000);
    expect((await openPage()).statusCode).toBe(410);
    expect((await post()).statusCode).toBe(410);
  });

  it('A restart ends the link of the start before', async () => {
    const next = await createPath();
    expect((await openPage()).statusCode).toBe(410);
    expect((await openPage(next)).statusCode).toBe(200);
  });

  it('The database has no token, and a guessed one opens nothing', async () => {
    const token = path.split('/').at(-1) ?? '';
    const stored = (await findInstallationValue(server.deps.db, 'setUpLink')) ?? '';
    expect(token.length).toBeGreaterThan(40);
    expect(stored).not.toContain(token);
    const { hash } = JSON.parse(stored) as { hash: string };
    expect((await openPage(`/set-up/${hash}`)).statusCode).toBe(410);
  });

  it('A firm that the operator added ends the link, and no new one is made', async () => {
    await addAccount(server);
    expect((await openPage()).statusCode).toBe(410);
    expect((await post()).statusCode).toBe(410);
    expect(await createSetUpLink(server.deps)).toBeUndefined();
    expect(await findInstallationValue(server.deps.db, 'setUpLink')).toBeUndefined();
  });

  it.each([
    ['name', { name: ' ' }],
    ['website', { website: 'keine Adresse' }],
    ['website', { website: 'aydin' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['website', { website: 'ftp://aydin.example' }],
    ['phone', { phone: 'kommt noch' }],
    ['phone', { phone: '+-/' }],
    ['firmKey', { firmKey: 'Groß & Klein' }],
    ['firmKey', { name: '律师', firmKey: '' }],
    ['firstName', { firstName: 'x'.repeat(101) }],
    ['lastName', { lastName: '' }],
    ['email', { email: 'ada@' }],
    ['username', { username: 'a b' }],
    ['password', { password: 'kurz', passwordConfirmation: 'kurz' }],
    ['password', { password: 'ada@aydin.example1A', passwordConfirmation: 'ada@aydin.example1A' }],
    ['passwordConfirmation', { passwordConfirmation: 'Vogelhaus-78' }],
  ])('A wrong %s (%o) is named beside its field, and other input stays', async (name, wrong) => {
    const answer = await post({ street: '<Weg> "1"', ...wrong });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(`id="${name}-error"`);
    expect(answer.body.match(/aria-invalid/g)).toHaveLength(1);
    expect(answer.body).toContain('value="&#60;Weg&#62; &#34;1&#34;"');
    expect(answer.body).not.toContain('Vogelhaus');
    expect((await openPage()).statusCode).toBe(200);
    expect(await listFirms(server.deps.db)).toEqual([]);
  });

  it('Characters that no database stores are removed, as on other posted pages', async () => {
    const answer = await post({ name: 'Aydın\u0000', street: 'Weg\u0000 1', city: '' });
    expect(answer.statusCode).toBe(200);
    expect(await listFirms(server.deps.db)).toMatchObject([{ name: 'Aydın' }]);
  });

  it.each([
    ['lastName', '\u200B', 'Füllen Sie dieses Feld bitte aus.'],
    ['username', '\u200B\u200B\u200B', 'Füllen Sie dieses Feld bitte aus.'],
    ['email', 'ada@', 'Schreiben Sie die E-Mail-Adresse so: name@beispiel.de.'],
  ])('The field %s with %j is answered by its sentence', async (name, value, sentence) => {
    const answer = await post({ [name]: value });
    expect(answer.body).toContain(`id="${name}-error">${sentence}<`);
  });

  it('A page with errors changes its language and keeps what was typed', async () => {
    const wrong = { ...firm, phone: 'kommt noch', street: 'Weg "1"' };
    const german = await post(wrong);
    expect(german.body).toContain('Schreiben Sie die Nummer so: 040 123456.');
    const [form = ''] =
      /<form method="post" action="\?language=en">.*?<\/form>/s.exec(german.body) ?? [];
    expect(form).toContain('>English</button>');
    const typed = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) =>
        [name, value.replace('&#38;', '&').replaceAll('&#34;', '"')] as const,
    );
    const { password: _, passwordConfirmation: __, ...kept } = wrong;
    expect(Object.fromEntries(typed)).toEqual({ ...kept, website: 'https://www.aydin.example' });
    const english = await server.app.inject({
      method: 'POST',
      url: `${path}?language=en`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(typed.map(([name, value]) => [name, value])).toString(),
    });
    expect(english.body).toContain('Write the number like this: 020 7946 0018.');
    expect(english.body).toContain('value="Weg &#34;1&#34;"');
    expect(await listFirms(server.deps.db)).toEqual([]);
  });

  it('A scheme in capital letters, as phones write it, is accepted', async () => {
    expect((await post({ website: 'Https://aydin.example' })).statusCode).toBe(200);
  });

  it('A post from another site is refused', async () => {
    const foreign = await post({}, path, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    expect(await listFirms(server.deps.db)).toEqual([]);
    expect((await post({}, path, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });

  it('A body that no form sends is refused', async () => {
    const asJson = await server.app.inject({ method: 'POST', url: path, payload: { ...firm } });
    expect(asJson.statusCode).toBe(415);
    const tooLong = await post({ street: 'x'.repeat(setUpLimits.maxBodyBytes) });
    expect(tooLong.statusCode).toBe(413);
  });
});

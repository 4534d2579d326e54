import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessPageDataId, type AccessPageData } from '#schemas/access/accessPages.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, NewInvitation } from '#schemas/access/users.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { addRegistered, createRecordedLog } from '#server/testing/clients.ts';
import { createPageFolder, readPageData } from '#server/testing/postedPages.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

const folder = await createPageFolder();
const log = createRecordedLog();
afterAll(() => rm(folder, { recursive: true }));

const password = 'Ein-sicheres-Wort-7';
const statements = { terms: 'Regeln.', privacy: 'Datenschutz.' };
const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

type Page = Awaited<ReturnType<TestBrowser['open']>>;
const read = (page: Page) => readPageData<AccessPageData>(page, accessPageDataId);
const getLocation = ({ statusCode, headers }: Page) => [statusCode, headers['location']];

describe('an invitation without scripts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let headers: Record<string, string>;
  let accountId: string;
  let userId: string;
  let key: string;

  const provider = async <T extends object>(path: string, payload: object = {}) =>
    json<T>(
      await server.app.inject({
        method: 'POST',
        url: `/provider/v1/users${path}`,
        headers,
        payload,
      }),
    );
  const invite = async (wanted: NewInvitation = {}) =>
    (await provider<Invitation>(`/${userId}/invitations`, { sendMail: false, ...wanted }))
      .hashUserKey;

  beforeEach(async () => {
    log.clear();
    server = await startTestServer({
      appOptions: { webAppFolder: folder, logger: log.logger },
    });
    browser = createBrowser(server);
    const account = await addAccount(server, { name: 'Kanzlei Test', ...statements });
    const { apiKey } = account;
    ({ accountId } = account);
    headers = { 'x-api-key': apiKey };
    ({ userId } = await provider<ProviderUser>('', {
      firstName: 'Miriam',
      lastName: 'Castillo',
      email: 'miriam@beispiel.example',
      mobile: '+49 171 1234567',
    }));
    key = await invite();
  });
  afterEach(() => server.close());

  const post = (path: string, fields: Record<string, string>, from = browser) =>
    from.postPage(path, { [postedNames.language]: 'de', ...fields });
  const findState = async (path: string, from = browser) =>
    read(await from.open(path)).invited?.state ?? '';
  const askForPin = async (fields: Record<string, string> = {}, from = browser) =>
    post(
      `/start/${key}`,
      { [postedNames.state]: await findState(`/start/${key}`), ...fields },
      from,
    );
  const listMessages = () => listNewestMessages(server.deps, 100);
  const readPin = async () =>
    /(?<![\d+])\d{6}(?!\d)/.exec((await listMessages())[0]?.body ?? '')?.[0] ?? '';
  const givePin = async (pin: string, from = browser, state?: string) =>
    post(
      `/enter-pin/${key}`,
      { [postedNames.state]: state ?? (await findState(`/enter-pin/${key}`)), password: pin },
      from,
    );
  const getState = (page: Page) => ({ [postedNames.state]: read(page).invited?.state ?? '' });
  const register = (fields: Record<string, string>, from = browser) =>
    post(`/registering/${key}`, fields, from);
  /** Gives the PIN and accepts the texts. Returns the page of the username. */
  async function goToUsername(): Promise<Page> {
    await askForPin();
    await givePin(await readPin());
    const hashes = read(await browser.open(`/registering/${key}`)).invited?.invitation
      .statementHashes;
    return register({
      [postedNames.statements]: String(new URLSearchParams(hashes)),
      agbAccepted: 'on',
      datenschutzAccepted: 'on',
    });
  }

  it('The link shows the provider and nothing of the person, and sends nothing', async () => {
    const page = await browser.open(`/start/${key}`);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('<title>PIN anfordern</title>');
    expect(read(page)).toMatchObject({
      language: 'de',
      invited: { hashUserKey: key, invitation: { accountName: 'Kanzlei Test' } },
    });
    expect(page.body).not.toMatch(/Miriam|Castillo|miriam@/);
    expect([await listMessages(), page.cookies]).toEqual([[], []]);
  });

  it('A PIN by mail opens the registration, whose page has the name', async () => {
    expect(
      getLocation(await askForPin({ [postedNames.action]: postedActions.sendPin('Email') })),
    ).toEqual([303, `/enter-pin/${key}?sent=Email&language=de`]);
    const asked = await browser.open(`/enter-pin/${key}?sent=Email`);
    expect(read(asked).invited).toMatchObject({ sent: 'Email' });
    const given = await givePin(await readPin());
    expect(getLocation(given)).toEqual([303, `/registering/${key}?language=de`]);
    const page = await browser.open(`/registering/${key}`);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(read(page).registration).toMatchObject({ page: 'welcome', name: 'Miriam Castillo' });
  });

  it('A PIN by SMS is sent to the number that the provider gave', async () => {
    await askForPin({ [postedNames.action]: postedActions.sendPin('Sms') });
    expect(await listMessages()).toMatchObject([{ kind: 'sms', recipient: '+491711234567' }]);
  });

  it('The same page posted twice sends one PIN, which both answers can use', async () => {
    const state = { [postedNames.state]: await findState(`/start/${key}`) };
    const answers = await Promise.all([post(`/start/${key}`, state), post(`/start/${key}`, state)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await listMessages()).toHaveLength(1);
    expect((await givePin(await readPin())).statusCode).toBe(303);
  });

  it('A second PIN within a minute is refused with the time to wait', async () => {
    await askForPin();
    const again = await askForPin();
    expect([again.statusCode, read(again).posted?.failure]).toEqual([
      429,
      'Sie haben schon eine PIN angefordert. In einer Minute können Sie eine neue anfordern.',
    ]);
    expect(await listMessages()).toHaveLength(1);
  });

  it('A wrong PIN is one attempt, the last one voids it, and none is in a page or the log', async () => {
    await askForPin();
    const pin = await readPin();
    const wrong = getWrongPin(pin);
    const first = await givePin(wrong);
    expect([first.statusCode, read(first).posted]).toEqual([
      401,
      {
        answers: {},
        errors: [],
        failure: 'Die PIN ist falsch. Sie haben noch 4 Versuche.',
        refused: 'password',
      },
    ]);
    const call = await browser.post('/v2.0/authenticate/adhoc', { key, password: wrong });
    expect(json(call)).toMatchObject({ triesLeft: 3 });
    for (let count = 3; count <= pinLimits.wrongAttempts; count += 1) await givePin(wrong);
    const right = await givePin(pin);
    expect([right.statusCode, read(right).invited?.isVoid]).toEqual([423, true]);
    expect(first.body + right.body + log.read()).not.toMatch(
      new RegExp(`(?<!\\d)(${pin}|${wrong})(?!\\d)`),
    );
  });

  it('An incomplete PIN is no attempt', async () => {
    await askForPin();
    for (let count = 0; count <= pinLimits.wrongAttempts; count += 1)
      expect((await givePin('123')).statusCode).toBe(422);
    expect((await givePin(await readPin())).statusCode).toBe(303);
  });

  it('A PIN works in the browser that has requested it only', async () => {
    await askForPin();
    const pin = await readPin();
    expect((await givePin(pin, createBrowser(server))).statusCode).toBe(401);
    expect((await givePin(pin)).statusCode).toBe(303);
  });

  it('The page of a PIN that is posted twice opens one session', async () => {
    await askForPin();
    const pin = await readPin();
    const state = await findState(`/enter-pin/${key}`);
    const answers = await Promise.all([
      givePin(pin, browser.copy(), state),
      givePin(pin, browser.copy(), state),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  });

  it('A client registers, and logs in with username and password', async () => {
    const first = await goToUsername();
    expect(read(first)).toMatchObject({ registration: { page: 'username' } });
    const second = await register({ ...getState(first), username: 'miriam.c' });
    expect(read(second).registration).toMatchObject({ page: 'password', username: 'miriam.c' });
    const wrong = await register({
      ...getState(second),
      password: 'kurz',
      'password-repeat': 'kurz',
    });
    expect([wrong.statusCode, read(wrong).posted]).toMatchObject([
      422,
      { answers: {}, errors: [{ address: 'password', rule: 'minLength' }] },
    ]);
    const done = await register({
      ...getState(wrong),
      password,
      'password-repeat': password,
    });
    expect(getLocation(done)).toEqual([303, `/registering/${key}?language=de`]);
    expect(read(await browser.open(`/registering/${key}`)).registration?.page).toBe('done');
    expect(wrong.body + done.body + log.read()).not.toContain(password);
    const login = await post('/login', { Username: 'miriam.c', Password: password });
    expect(getLocation(login)).toEqual([303, '/logged-in']);
    expect(getLocation(await browser.open(`/start/${key}`))).toEqual([
      303,
      `/login/${key}?language=de`,
    ]);
  });

  it('A text that was not accepted is marked, and the username waits for it', async () => {
    await askForPin();
    await givePin(await readPin());
    const answer = await register({ agbAccepted: 'on' });
    expect([answer.statusCode, read(answer).registration]).toMatchObject([
      422,
      { page: 'welcome', missing: ['datenschutzAccepted'] },
    ]);
  });

  it('Texts that were changed meanwhile are asked for again', async () => {
    const first = await goToUsername();
    const second = await register({ ...getState(first), username: 'miriam.c' });
    await server.deps.db.updateTable('accounts').set({ terms: 'Neue Regeln.' }).execute();
    const answer = await register({
      ...getState(second),
      password,
      'password-repeat': password,
    });
    expect([answer.statusCode, read(answer)]).toMatchObject([
      expect.any(Number),
      { registration: { page: 'welcome' }, posted: { failure: expect.any(String) } },
    ]);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('A username that is taken is an error at its field, also in the last step', async () => {
    const first = await goToUsername();
    const second = await register({ ...getState(first), username: 'miriam.c' });
    await addRegistered(server, [accountId], { username: 'Miriam.C', password });
    const late = await register({ ...getState(second), password, 'password-repeat': password });
    const again = await register({ ...getState(late), username: 'miriam.c' });
    expect([late.statusCode, again.statusCode]).toEqual([409, 422]);
    for (const page of [late, again])
      expect(read(page)).toMatchObject({
        registration: { page: 'username', username: 'miriam.c' },
        posted: { errors: [{ address: 'username', rule: 'refused' }] },
      });
  });

  it('Back shows the step before with what was given', async () => {
    const first = await goToUsername();
    const second = await register({ ...getState(first), username: 'miriam.c' });
    const action = { [postedNames.action]: postedActions.back };
    const back = await register({ ...getState(second), ...action });
    expect(read(back).registration).toMatchObject({ page: 'username', username: 'miriam.c' });
    const start = await register({ ...getState(back), ...action });
    expect(read(start).registration?.page).toBe('welcome');
  });

  it('Without the session of the PIN, or with a token that was replaced, the link starts over', async () => {
    expect(getLocation(await browser.open(`/registering/${key}`))).toEqual([
      303,
      `/start/${key}?language=de`,
    ]);
    await askForPin();
    await givePin(await readPin());
    const thief = browser.copy();
    await browser.post('/v2.0/authenticate/refresh', { kind: 'unregistered' });
    server.clock.forward(60 * secondMs);
    expect((await thief.open(`/registering/${key}`)).statusCode).toBe(303);
    expect((await browser.open(`/registering/${key}`)).statusCode).toBe(200);
  });

  it('The session of another invitation does not open this registration', async () => {
    await askForPin();
    await givePin(await readPin());
    const other = await provider<ProviderUser>('', {
      firstName: 'Jonas',
      lastName: 'Wieland',
      email: 'jonas@beispiel.example',
    });
    const { hashUserKey } = await provider<Invitation>(`/${other.userId}/invitations`, {
      sendMail: false,
    });
    expect(getLocation(await browser.open(`/registering/${hashUserKey}`))).toEqual([
      303,
      `/start/${hashUserKey}?language=de`,
    ]);
  });

  it.each(['start', 'enter-pin', 'registering'])(
    'An unknown key at /%s is 404, a revoked one 410, and neither is posted',
    async (name) => {
      const unknown = await browser.open(`/${name}/a-key-that-nobody-ever-made`);
      expect([unknown.statusCode, read(unknown).refusal]).toEqual([404, 'linkInvalid']);
      const former = key;
      key = await invite();
      const revoked = await browser.open(`/${name}/${former}`);
      expect([revoked.statusCode, read(revoked).refusal]).toEqual([410, 'linkExpired']);
      expect((await post(`/${name}/${former}`, { password: '123456' })).statusCode).toBe(410);
      expect(await listMessages()).toEqual([]);
    },
  );

  it('Another site cannot request a PIN', async () => {
    const answer = await browser.postPage(`/start/${key}`, {}, { 'sec-fetch-site': 'cross-site' });
    expect([answer.statusCode, await listMessages()]).toEqual([403, []]);
  });

  it('A page has the language of the client unless the address names one', async () => {
    await server.deps.db.updateTable('users').set({ language: 'en' }).execute();
    expect(read(await browser.open(`/start/${key}`)).language).toBe('en');
    expect(read(await browser.open(`/start/${key}?language=de`)).language).toBe('de');
    expect(read(await browser.open(`/login/${key}`))).toMatchObject({
      language: 'en',
      invited: { invitation: { accountName: 'Kanzlei Test' } },
    });
  });

  it('A refused login by the link of an invitation keeps the look of its provider', async () => {
    const answer = await post(`/login/${key}`, { Username: 'miriam', Password: 'falsch' });
    expect([answer.statusCode, read(answer)]).toMatchObject([
      401,
      { invited: { invitation: { accountName: 'Kanzlei Test' } }, posted: { refused: 'Password' } },
    ]);
  });

  it.each([
    ['forget-password', { username: '' }, { username: 'miriam' }],
    ['forget-username', { email: 'x' }, { email: 'miriam@beispiel.example' }],
  ])(
    'The page /login/{key}/%s has the look of the provider with an error and when it is done',
    async (name, wrong, right) => {
      const ofProvider = { invited: { invitation: { accountName: 'Kanzlei Test' } } };
      const address = `/login/${key}/${name}`;
      const opened = await browser.open(address);
      expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(read(opened)).toMatchObject(ofProvider);
      const refused = await post(address, wrong);
      expect(refused.statusCode).toBe(422);
      expect(read(refused)).toMatchObject({ ...ofProvider, posted: { errors: [{}] } });
      const done = await post(address, right);
      expect(getLocation(done)).toEqual([303, `${address}?done=1&language=de`]);
      expect(read(await browser.open(String(done.headers['location'])))).toMatchObject({
        ...ofProvider,
        isDone: true,
      });
      const unknown = await browser.open(`/login/${'k'.repeat(32)}/${name}?language=en`);
      expect(getLocation(unknown)).toEqual([303, `/${name}?language=en`]);
    },
  );
});

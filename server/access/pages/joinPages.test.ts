import { rm } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { accessPageDataId, type AccessPageData } from '#schemas/access/accessPages.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation } from '#schemas/access/users.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { createPageFolder, readPageData } from '#server/testing/postedPages.ts';
import { password, setUpSecondFactor } from '#server/testing/secondFactor.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { addAccount, createBrowser, json, type TestBrowser } from '#server/testing/testServer.ts';

const folder = await createPageFolder();
afterAll(() => rm(folder, { recursive: true }));

type Page = Awaited<ReturnType<TestBrowser['open']>>;
type Fields = Record<string, string>;
const read = (page: Page) => readPageData<AccessPageData>(page, accessPageDataId);
const getState = (page: Page) => ({ [postedNames.state]: read(page).invited?.state ?? '' });
const getLocation = ({ statusCode, headers }: Page) => [statusCode, headers['location']];

describe('a second provider without scripts', () => {
  const { world, setUpTotp } = setUpSecondFactor(openSqliteTest, {
    appOptions: { webAppFolder: folder },
  });
  let second: { accountId: string; apiKey: string };
  let key: string;

  const post = (path: string, fields: Fields) =>
    world.browser.postPage(path, { [postedNames.language]: 'de', ...fields });
  const register = (fields: Fields) => post(`/registering/${key}`, fields);
  const logIn = (page: Page, given = password) =>
    register({ ...getState(page), Username: world.miriam.username ?? '', Password: given });
  const listAccounts = async () => {
    const { body } = await world.browser.post('/authenticate/refresh', { kind: 'registered' });
    return (JSON.parse(body) as { user: { accountIds: string[] } }).user.accountIds;
  };

  async function invite(email: string): Promise<string> {
    const call = async <T extends object>(path: string, payload: object) =>
      json<T>(
        await world.server.app.inject({
          method: 'POST',
          url: `/provider/v1/users${path}`,
          headers: { 'x-api-key': second.apiKey },
          payload,
        }),
      );
    const person = { firstName: 'Miriam', lastName: 'Castillo', email };
    const { userId } = await call<ProviderUser>('', person);
    return (await call<Invitation>(`/${userId}/invitations`, { sendMail: false })).hashUserKey;
  }

  /** Gives the PIN of the invitation, and returns the page that follows the accepted texts. */
  async function acceptTexts(): Promise<Page> {
    world.server.clock.forward(1_000); // the newest mail is that of this PIN
    const state = read(await world.browser.open(`/start/${key}`)).invited?.state ?? '';
    await post(`/start/${key}`, { [postedNames.state]: state });
    const [mail] = await listNewestMessages(world.server.deps, 1);
    const pin = /(?<![\d+])\d{6}(?!\d)/.exec(mail?.body ?? '')?.[0] ?? '';
    const asked = await world.browser.open(`/enter-pin/${key}`);
    await post(`/enter-pin/${key}`, { ...getState(asked), password: pin });
    const hashes = read(await world.browser.open(`/registering/${key}`)).invited?.invitation
      .statementHashes;
    return register({
      [postedNames.statements]: String(new URLSearchParams(hashes)),
      agbAccepted: 'on',
    });
  }

  const chooseLogin = async () =>
    register({
      ...getState(await acceptTexts()),
      [postedNames.action]: postedActions.goTo('login'),
    });

  beforeEach(async () => {
    second = await addAccount(world.server, { name: 'Zweite Kanzlei', terms: 'Regeln.' });
    key = await invite('m@firma.example');
  });

  it('A client logs in after a mistake, adds the provider, and reads so once', async () => {
    const asked = await chooseLogin();
    expect(read(asked).registration?.page).toBe('login');
    const wrong = await logIn(asked, 'falsch');
    expect([wrong.statusCode, read(wrong)]).toMatchObject([
      401,
      { registration: { page: 'login' }, posted: { refused: 'Password' } },
    ]);
    const confirmed = await logIn(wrong);
    expect(read(confirmed).registration).toMatchObject({
      page: 'join',
      username: world.miriam.username,
    });
    const joined = await register(getState(confirmed));
    expect(getLocation(joined)).toEqual([303, `/registering/${key}?language=de`]);
    const again = await register(getState(confirmed));
    expect(read(again).registration).toMatchObject({ page: 'done', hasJoined: true });
    const done = await world.browser.open(`/registering/${key}`);
    expect(read(done).registration).toMatchObject({ page: 'done', hasJoined: true });
    expect(new Set(await listAccounts())).toEqual(
      new Set([world.account.accountId, second.accountId]),
    );
    expect(asked.body + wrong.body + confirmed.body + done.body).not.toContain(password);
  });

  it('A login with a second step keeps what was accepted', async () => {
    const { secret } = await setUpTotp();
    const asked = await logIn(await chooseLogin());
    expect(read(asked)).toMatchObject({
      registration: { page: 'login' },
      second: { method: 'totp' },
    });
    const sealed = read(asked).second?.state ?? '';
    expect(sealed).toBe(read(asked).invited?.state);
    const wrong = await register({ [postedNames.state]: sealed, code: '000000' });
    expect(read(wrong)).toMatchObject({ posted: { refused: 'code' }, second: { method: 'totp' } });
    const confirmed = await register({
      [postedNames.state]: read(wrong).second?.state ?? '',
      code: computeCode(world.server, secret),
    });
    expect(read(confirmed).registration).toMatchObject({ page: 'join' });
    expect((await register(getState(confirmed))).statusCode).toBe(303);
    expect(await listAccounts()).toContain(second.accountId);
  });

  it('The second step leads back to the login, and the login to a new registration', async () => {
    await setUpTotp();
    const asked = await logIn(await chooseLogin());
    const back = { [postedNames.action]: postedActions.back };
    const first = await register({ ...getState(asked), ...back });
    expect(read(first)).toMatchObject({ registration: { page: 'login' }, posted: { errors: [] } });
    expect(read(first).second).toBeUndefined();
    const username = await register({ ...getState(first), ...back });
    expect(read(username).registration).toMatchObject({ page: 'username' });
    expect(read(username).registration?.accepted).toHaveProperty('agb');
  });

  it('A client who is logged in is asked at once, and must be logged in when they consent', async () => {
    await post('/login', { Username: world.miriam.username ?? '', Password: password });
    const asked = await acceptTexts();
    expect(read(asked).registration).toMatchObject({
      page: 'join',
      username: world.miriam.username,
    });
    await post('/logged-in', {});
    const refused = await register(getState(asked));
    expect([refused.statusCode, read(refused).registration?.page]).toEqual([401, 'login']);
  });

  it('A client registers with a new username where another person is logged in', async () => {
    await post('/login', { Username: world.miriam.username ?? '', Password: password });
    const choose = { [postedNames.action]: postedActions.goTo('username') };
    const asked = await acceptTexts();
    for (const _ of ['first', 'retry']) {
      const username = read(await register({ ...getState(asked), ...choose }));
      expect(username.registration).toMatchObject({ page: 'username' });
      expect(username.registration?.accepted).toHaveProperty('agb');
    }
    expect(getLocation(await world.browser.open('/logged-in'))).toEqual([303, '/login']);
    const named = await register({ ...getState(asked), ...choose });
    const chosen = await register({ ...getState(named), username: 'jonas.w' });
    const given = 'Ein-sicheres-Wort-7';
    const done = await register({ ...getState(chosen), password: given, 'password-repeat': given });
    expect(done.statusCode).toBe(303);
    await post('/login', { Username: 'jonas.w', Password: given });
    expect(await listAccounts()).toEqual([second.accountId]);
    await post('/login', { Username: world.miriam.username ?? '', Password: password });
    expect(await listAccounts()).toEqual([world.account.accountId]);
  });

  it('A login that the page has not named is asked about first', async () => {
    const asked = await logIn(await chooseLogin());
    await world.server.deps.db
      .updateTable('users')
      .set({ username: 'anderer.name' })
      .where('username', '=', world.miriam.username ?? '')
      .execute();
    const refused = await register(getState(asked));
    expect([refused.statusCode, read(refused).registration]).toMatchObject([
      409,
      { page: 'join', username: 'anderer.name' },
    ]);
    expect(await listAccounts()).toEqual([world.account.accountId]);
    expect((await register(getState(refused))).statusCode).toBe(303);
  });

  it('A login that the page has named in another spelling is joined', async () => {
    const asked = await chooseLogin();
    const keys = { usernameKey: 'weiß.m', foldedUsernameKey: 'weiss.m' };
    await world.server.deps.db
      .updateTable('users')
      .set({ username: 'Weiß.M', ...keys })
      .where('username', '=', world.miriam.username ?? '')
      .execute();
    const typed = { Username: 'WEISS.m', Password: password };
    const named = await register({ ...getState(asked), ...typed });
    expect(read(named).registration).toMatchObject({ page: 'join', username: 'WEISS.m' });
    expect((await register(getState(named))).statusCode).toBe(303);
  });

  it('Texts that were changed meanwhile are asked for again', async () => {
    const confirmed = await logIn(await chooseLogin());
    await world.server.deps.db
      .updateTable('accounts')
      .set({ terms: 'Neue Regeln.' })
      .where('id', '=', second.accountId)
      .execute();
    const refused = await register(getState(confirmed));
    expect([refused.statusCode, read(refused).registration?.page]).toEqual([409, 'welcome']);
    expect(await listAccounts()).toEqual([world.account.accountId]);
  });

  it('A login that has a client of the provider already reads so', async () => {
    await register(getState(await logIn(await chooseLogin())));
    key = await invite('anders@firma.example');
    const refused = await register(getState(await acceptTexts()));
    expect([refused.statusCode, read(refused)]).toMatchObject([
      409,
      { registration: { page: 'join' }, posted: { failure: expect.any(String) } },
    ]);
  });

  it('A stranger without the PIN cannot add the provider to a login', async () => {
    const confirmed = await logIn(await chooseLogin());
    world.browser = createBrowser(world.server, 'Other');
    await post('/login', { Username: world.miriam.username ?? '', Password: password });
    expect(getLocation(await register(getState(confirmed)))).toEqual([
      303,
      `/start/${key}?language=de`,
    ]);
    expect(await listAccounts()).toEqual([world.account.accountId]);
  });
});

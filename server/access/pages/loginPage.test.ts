import { rm } from 'node:fs/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { accessPageDataId, type AccessPageData } from '#schemas/access/accessPages.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { loginLimits, storedFactorLimits } from '#server/access/limits.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { createRecordedLog } from '#server/testing/clients.ts';
import { createPageFolder, readPageData } from '#server/testing/postedPages.ts';
import { password, setUpSecondFactor, wrongCode } from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createBrowser, startTestServer } from '#server/testing/testServer.ts';

const folder = await createPageFolder();
const log = createRecordedLog();
afterAll(() => rm(folder, { recursive: true }));

type Page = Awaited<ReturnType<ReturnType<typeof createBrowser>['open']>>;
const readData = (page: Page) => readPageData<AccessPageData>(page, accessPageDataId);

describeOnEachDatabase('a login without scripts', (open) => {
  const { world, setUpTotp, logIn } = setUpSecondFactor(open, {
    appOptions: { webAppFolder: folder, logger: log.logger },
  });
  const post = (fields: Record<string, string>, from = world.browser) =>
    from.postPage('/login', { [postedNames.language]: 'de', ...fields });
  const postPassword = (given = password, from = world.browser) =>
    post({ Username: world.miriam.username ?? '', Password: given }, from);
  const listSessions = () =>
    world.server.deps.db
      .selectFrom('sessions')
      .select(['id', 'endedAt'])
      .where('userId', '=', world.miriam.id)
      .where('network', 'is not', null)
      .execute();
  beforeEach(() => log.clear());

  it('A right password opens a session by HttpOnly cookies, and leads to a page that says so', async () => {
    const answer = await postPassword();
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/logged-in']);
    const names = answer.cookies.filter(({ value }) => value !== '').map(({ name }) => name);
    expect(names).toEqual(['formakte-registered', 'formakte-device']);
    for (const cookie of answer.cookies)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const next = await world.browser.open('/logged-in');
    expect([next.statusCode, next.headers['cache-control']]).toEqual([200, 'no-store']);
    const renewed = await world.browser.post('/authenticate/refresh', { kind: 'registered' });
    expect(renewed.statusCode).toBe(200);
  });

  it('A login page that is posted again ends the session before, as the call does', async () => {
    await postPassword();
    await postPassword();
    const ended = (await listSessions()).filter(({ endedAt }) => endedAt !== null);
    expect(ended).toHaveLength(1);
  });

  it('A cookie of an earlier version is removed, because browsers would send it first', async () => {
    const removed = (await postPassword()).cookies.filter(({ path }) => path === '/api');
    expect(removed.map(({ name, value }) => [name, value])).toEqual([
      ['formakte-registered', ''],
      ['formakte-device', ''],
    ]);
  });

  it('Without a session the page after the login is the login', async () => {
    const { statusCode, headers } = await createBrowser(world.server).open('/logged-in');
    expect([statusCode, headers['location']]).toEqual([303, '/login']);
  });

  it('The page after the login ends the session', async () => {
    await postPassword();
    const answer = await world.browser.postPage('/logged-in', { [postedNames.language]: 'en' });
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/login?language=en']);
    expect((await world.browser.open('/logged-in')).statusCode).toBe(303);
  });

  it('A wrong password is one attempt, keeps the username and shows no password', async () => {
    const secret = 'Falsches-Wort 1';
    const answer = await postPassword(secret);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(readData(answer)).toMatchObject({
      posted: {
        answers: { Username: world.miriam.username },
        failure: 'Benutzername oder Passwort ist falsch.',
        refused: 'Password',
      },
    });
    expect(answer.body).toContain('<title>Fehler: Anmelden</title>');
    expect(answer.body + log.read()).not.toContain(secret);
    const call = await world.browser.post('/authenticate/login', {
      Username: world.miriam.username,
      Password: 'x',
    });
    expect(call.json()).toMatchObject({ triesLeft: loginLimits.wrongAttempts - 2 });
  });

  it('Missing answers are errors at their fields, and no attempt', async () => {
    const answer = await post({ Username: '', Password: '' });
    expect(answer.statusCode).toBe(422);
    expect(readData(answer).posted?.errors).toEqual([
      { address: 'Username', pointer: '/Username', rule: 'required' },
      { address: 'Password', pointer: '/Password', rule: 'required' },
    ]);
    expect((await postPassword()).statusCode).toBe(303);
  });

  it('The last attempt locks the login for posted pages and calls, with the time left', async () => {
    const stranger = createBrowser(world.server, 'Fremd');
    for (let count = 1; count < loginLimits.wrongAttempts; count += 1)
      expect((await postPassword('x', stranger)).statusCode).toBe(401);
    const last = readData(await postPassword('x', stranger));
    expect(last).toMatchObject({ lock: { secondsLeft: 60 } });
    expect(last.posted?.failure).toBeUndefined();
    const locked = await postPassword(password, stranger);
    expect([locked.statusCode, readData(locked).lock?.secondsLeft]).toEqual([423, 60]);
    expect((await logIn(createBrowser(world.server, 'Fremd'))).statusCode).toBe(423);
    world.server.clock.forward(61_000);
    expect((await postPassword(password, stranger)).statusCode).toBe(303);
  });

  it('A browser that has logged in before is not locked by a stranger', async () => {
    await postPassword();
    const stranger = createBrowser(world.server, 'Fremd');
    for (let count = 0; count < loginLimits.wrongAttempts; count += 1)
      await postPassword('x', stranger);
    expect((await postPassword(password, stranger)).statusCode).toBe(423);
    expect((await postPassword()).statusCode).toBe(303);
  });

  it('Another website cannot log in', async () => {
    const answer = await world.browser.postPage(
      '/login',
      { Username: world.miriam.username ?? '', Password: password },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  it('A post of another type is refused by a page', async () => {
    const answer = await world.server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'Username=a&Password=b',
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      415,
      'text/html; charset=utf-8',
    ]);
  });

  it('A code confirms the login, and a page that is posted twice gets the same session', async () => {
    const { secret } = await setUpTotp();
    const first = await postPassword();
    expect(first.statusCode).toBe(200);
    const { second } = readData(first);
    expect(second).toMatchObject({ methods: ['totp', 'recoveryCode'], method: 'totp' });
    expect((await world.browser.open('/logged-in')).statusCode).toBe(303);
    const fields = {
      [postedNames.state]: second?.state ?? '',
      code: computeCode(world.server, secret).replace(/(...)/, '$1 '),
    };
    const copy = world.browser.copy();
    const both = [await post(fields), await post(fields, copy)];
    expect(both.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual([
      [303, '/logged-in'],
      [303, '/logged-in'],
    ]);
    expect(copy.cookie('formakte-registered')).toBe(world.browser.cookie('formakte-registered'));
    expect(log.read()).not.toContain(fields.code);
  });

  it('A wrong code is one attempt at the code, and too many lock', async () => {
    await setUpTotp();
    const { second } = readData(await postPassword());
    const fields = { [postedNames.state]: second?.state ?? '', code: wrongCode };
    const wrong = await post(fields);
    expect(wrong.statusCode).toBe(401);
    expect(readData(wrong)).toMatchObject({
      posted: { answers: {}, refused: 'code', failure: expect.stringContaining('Code') },
      second: { method: 'totp' },
    });
    expect(wrong.body).not.toContain(wrongCode);
    for (let count = 2; count < loginLimits.wrongAttempts; count += 1)
      expect(readData(await post(fields)).posted?.failure).toMatch(/Versuche?\b/);
    for (const status of [401, 423]) {
      const locked = await post(fields);
      expect([locked.statusCode, readData(locked).second?.lock?.secondsLeft]).toEqual([status, 60]);
    }
  });

  it('A recovery code is chosen by a button, works once and is never shown', async () => {
    const { recoveryCodes } = await setUpTotp();
    const [code = ''] = recoveryCodes;
    const begin = async () => {
      const state = readData(await postPassword()).second?.state ?? '';
      const chosen = await post({
        [postedNames.state]: state,
        [postedNames.action]: postedActions.goTo('recoveryCode'),
      });
      expect(readData(chosen).second?.method).toBe('recoveryCode');
      return { [postedNames.state]: readData(chosen).second?.state ?? '' };
    };
    expect((await post({ ...(await begin()), recoveryCode: code })).statusCode).toBe(303);
    const used = await post({ ...(await begin()), recoveryCode: code });
    const long = await post({ ...(await begin()), recoveryCode: `${code}${'x'.repeat(60)}` });
    expect([used.statusCode, long.statusCode]).toEqual([401, 422]);
    expect(used.body + long.body + log.read()).not.toContain(code);
  });

  it('The second step leads back to the password, also when it took too long', async () => {
    await setUpTotp();
    const state = readData(await postPassword()).second?.state ?? '';
    const fields = { [postedNames.state]: state };
    const back = await post({ ...fields, [postedNames.action]: postedActions.back });
    expect([back.statusCode, readData(back).second]).toEqual([200, undefined]);
    expect(readData(back).posted?.answers).toEqual({ Username: world.miriam.username });
    world.server.clock.forward(storedFactorLimits.challengeMinutes * 60_000);
    const late = await post({ ...fields, code: wrongCode });
    expect([late.statusCode, readData(late).notice]).toEqual([
      410,
      'Das hat zu lange gedauert. Beginnen Sie noch einmal.',
    ]);
  });
});

it('Posted pages and calls share one limit per minute', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { CALLS_PER_MINUTE: '3', PUBLIC_URL: 'https://portal.example' },
    appOptions: { webAppFolder: folder },
  });
  const browser = createBrowser(server);
  const fields = { Username: '', Password: '' };
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await browser.postPage('/login', fields)).statusCode);
  expect(statuses).toEqual([422, 422, 422, 429]);
  const call = await browser.post('/authenticate/login', { Username: 'nobody', Password: 'x' });
  expect(call.statusCode).toBe(429);
  await server.close();
});

it('The body of a posted page is not read after too many posts', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { CALLS_PER_MINUTE: '2', PUBLIC_URL: 'https://portal.example' },
    appOptions: { webAppFolder: folder },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/forget-password',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'cut off',
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([400, 400, 429]);
  await server.close();
});

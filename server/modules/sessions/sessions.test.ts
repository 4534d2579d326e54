import { Writable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { SessionEntry, UserSession, UserSessionKind } from '#schemas/sessions.ts';
import { hashOfText } from '#server/db/hash.ts';
import { newId } from '#server/db/newId.ts';
import { createLogger } from '#server/http/logging.ts';
import { hashPassword } from '#server/http/passwords.ts';
import { housekeep } from '#server/housekeeping.ts';
import { newestMessages } from '#server/modules/outbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Regen-Tonne 7';
const day = 24 * 3_600_000;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

describeOnEachDatabase('a registered user', (open) => {
  let server: TestServer;
  let accountId: string;
  let user: { id: string; username: string };
  let browser: TestBrowser;
  let log: string;

  beforeAll(async () => {
    server = await startTestServer({
      open,
      appOptions: {
        logger: createLogger(
          'trace',
          new Writable({
            write(line, _, done) {
              log += String(line);
              done();
            },
          }),
        ),
      },
    });
    accountId = (await addAccount(server)).accountId;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    log = '';
    user = await registered(`Miriam.Castillo.${newId()}`, [accountId]);
    browser = createBrowser(server);
  });

  async function registered(username: string, accountIds: string[]) {
    const { id } = await addUser(server, accountIds, {
      username,
      usernameKey: username.toLowerCase(),
      passwordHash: await hashPassword(server.deps, password),
    });
    return { id, username };
  }
  const login = (from = browser, Username = user.username, Password = password) =>
    from.post('/authenticate/login', { Username, Password });
  const refresh = (from = browser, kind: UserSessionKind = 'registered') =>
    from.post('/v2.0/authenticate/refresh', { kind });
  const logout = (from = browser, kind: UserSessionKind = 'registered') =>
    from.post('/v2.0/authenticate/logout', { kind });
  const sessionOf = (answer: LightMyRequestResponse) => json<UserSession>(answer);
  const ask = (accessToken: string, path = '/v2.0/accounts') =>
    server.app.inject({
      url: `/api${path}`,
      headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
    });
  /** Ends one session, or all others. */
  const end = (
    accessToken: string | undefined,
    {
      of = user.id,
      one,
      given = password,
      key = newId(),
    }: { of?: string; one?: string | undefined; given?: string; key?: string } = {},
  ) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/user/${of}/sessions/${one === undefined ? '' : `${one}/`}end`,
      headers: { ...webKeys, authorization: `Bearer ${accessToken}`, 'idempotency-key': key },
      payload: { password: given },
    });
  const disable = (userId: string, of: string) =>
    server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', userId)
      .where('accountId', '=', of)
      .execute();

  describe('logs in', () => {
    it('and is told who they are', async () => {
      const answer = await login();
      expect(answer.statusCode).toBe(200);
      expect(json(answer)).toEqual({
        accessToken: expect.any(String),
        sessionId: expect.any(String),
        user: {
          userId: user.id,
          firstName: 'Miriam',
          lastName: 'Castillo',
          salutation: 'Frau',
          email: expect.any(String),
          username: user.username,
          userStatus: 1,
          accountId,
          accountIds: [accountId],
          accountIdsWithoutDashboard: [],
          uniqueAccountKeys: [accountId],
          hasProfilePicture: false,
        },
      });
      expect((await ask(sessionOf(answer).accessToken)).statusCode).toBe(200);
    });

    it('and whether they have a picture to ask for', async () => {
      await server.deps.db
        .updateTable('users')
        .set({ pictureKey: 'picture' })
        .where('id', '=', user.id)
        .execute();
      expect(sessionOf(await login()).user.hasProfilePicture).toBe(true);
      await server.deps.db
        .updateTable('users')
        .set({ pictureKey: null })
        .where('id', '=', user.id)
        .execute();
      expect(sessionOf(await refresh()).user.hasProfilePicture).toBe(false);
    });

    it('however they write their name', async () => {
      for (const username of [user.username.toLowerCase(), `  ${user.username.toUpperCase()} `])
        expect((await login(browser, username)).statusCode).toBe(200);
    });

    it('with nothing but the right password, and an unknown name is answered like a known one', async () => {
      const answerOf = async (username: string, given: string) => {
        const answer = await login(browser, username, given);
        return [answer.statusCode, { ...json(answer), requestId: '' }, answer.cookies];
      };
      const wrong = await answerOf(user.username, 'Regen-Tonne 8');
      expect(wrong).toEqual([
        401,
        {
          reason: 'wrongCredentials',
          reasonMessage: 'Benutzername oder Passwort ist falsch.',
          requestId: '',
        },
        [],
      ]);
      expect(await answerOf('nobody', password)).toEqual(wrong);
      expect(await answerOf('  ', password)).toEqual(wrong);
    });

    it('not before they have registered', async () => {
      const { id } = await addUser(server, [accountId], {
        username: null,
        usernameKey: null,
        status: 0,
      });
      expect((await login(browser, id)).statusCode).toBe(401);
    });

    it('into the accounts that let them in, and is told 406 by none after the right password only', async () => {
      const other = (await addAccount(server)).accountId;
      const both = await registered(newId(), [accountId, other]);
      await disable(both.id, accountId);
      expect(sessionOf(await login(browser, both.username)).user.accountIds).toEqual([other]);
      await disable(both.id, other);
      const [right, wrong] = [
        await login(browser, both.username),
        await login(browser, both.username, 'falsch'),
      ];
      expect([right.statusCode, json(right)['reason'], json(right)['reasonMessage']]).toEqual([
        406,
        'noAccess',
        'Sie haben hier keinen Zugang. Bitte wenden Sie sich an Ihre Kanzlei.',
      ]);
      expect(wrong.statusCode).toBe(401);
    });

    it('with what the contract describes', async () => {
      for (const payload of [
        {},
        { Username: 'x' },
        { Username: 'x', Password: '' },
        { Username: 'x', Password: 'x'.repeat(129) },
        { Username: 'x', Password: 'y', role: 'admin' },
      ]) {
        expect((await browser.post('/authenticate/login', payload)).statusCode).toBe(400);
      }
    });

    it('and the browser’s former session ends', async () => {
      const former = sessionOf(await login());
      const next = sessionOf(await login());
      expect((await ask(former.accessToken)).statusCode).toBe(401);
      expect((await ask(next.accessToken)).statusCode).toBe(200);
    });
  });

  describe('has a refresh token', () => {
    it('that no script and no other site reaches', async () => {
      const [cookie] = (await login()).cookies;
      expect(cookie).toMatchObject({
        name: 'formakte-registered',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/api',
      });
      expect(cookie).not.toHaveProperty('secure');
      expect(cookie?.expires).toEqual(
        new Date(server.clock.now().getTime() + limits.session.idleDays.registered * day),
      );
    });

    it('that is stored as a hash and stands in no line of the log', async () => {
      const answer = await login();
      const [, token = ''] = answer.cookies[0]?.value.split('.') ?? [];
      expect(token).toMatch(/^[\w-]{43}$/);
      const renewed = await refresh();
      const [, next = ''] = renewed.cookies[0]?.value.split('.') ?? [];
      const rows = JSON.stringify([
        await server.deps.db.selectFrom('sessions').selectAll().execute(),
        await server.deps.db.selectFrom('users').selectAll().execute(),
      ]);
      for (const secret of [token, next, password, sessionOf(answer).accessToken])
        expect(rows + log).not.toContain(secret);
    });

    it('that is replaced each time, and gives a fresh access token', async () => {
      const first = sessionOf(await login());
      const before = browser.cookie('formakte-registered');
      server.clock.forward(14 * 60_000);
      const renewed = await refresh();
      expect(renewed.statusCode).toBe(200);
      expect(browser.cookie('formakte-registered')).not.toBe(before);
      server.clock.forward(2 * 60_000);
      expect((await ask(first.accessToken)).statusCode).toBe(401);
      expect((await ask(sessionOf(renewed).accessToken)).statusCode).toBe(200);
    });

    it('that many tabs may show at once: all go on, with the same successor', async () => {
      await login();
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(browser.copy())));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(({ cookies }) => cookies[0]?.value)).size).toBe(1);
      expect((await refresh()).statusCode).toBe(200);
      expect((await refresh()).statusCode).toBe(200);
    });

    it.each([
      ['the last one, after half a minute', 1, 31_000],
      ['an older one, at once', 2, 0],
    ])('whose reuse ends the session: %s', async (_, refreshes, afterMs) => {
      await login();
      const thief = browser.copy();
      let newest = '';
      for (let count = 0; count < refreshes; count += 1)
        newest = sessionOf(await refresh()).accessToken;
      server.clock.forward(afterMs);
      expect((await ask(newest)).statusCode).toBe(200);
      expect((await refresh(thief)).statusCode).toBe(401);
      expect((await ask(newest)).statusCode).toBe(401);
      expect((await refresh()).statusCode).toBe(401);
    });

    it('whose reuse ends the session, which its user learns of by mail, few times a day and without what it was used for', async () => {
      const mails = async () =>
        (await newestMessages(server.deps, 1_000)).filter(
          ({ subject, recipient }) =>
            subject === 'Eine Ihrer Anmeldungen wurde beendet' &&
            recipient === `${user.id}@beispiel.de`,
        );
      for (let count = 0; count <= limits.session.noticesPerDay; count += 1) {
        await login();
        const thief = browser.copy();
        await refresh();
        await refresh();
        await Promise.all([refresh(thief.copy()), refresh(thief.copy())]);
      }
      const sent = await mails();
      expect(sent).toHaveLength(limits.session.noticesPerDay);
      expect(sent[0]).toMatchObject({
        recipient: expect.stringContaining('@'),
        body: expect.stringContaining('Ändern Sie Ihr Passwort'),
      });
      expect(sent[0]?.body).not.toMatch(/127\.0\.0\.1|Firefox|Test\b.*Browser/);
      await server.deps.db.deleteFrom('outbox').execute();
      await server.app.inject({
        method: 'POST',
        url: '/api/v2.0/authenticate/refresh',
        headers: webKeys,
        payload: { kind: 'registered' },
      });
      expect(await mails()).toEqual([]);
    });

    it('that nobody can make up', async () => {
      const { sessionId } = sessionOf(await login());
      for (const value of [
        '',
        '.',
        'x',
        `${sessionId}`,
        `${sessionId}.a.b`,
        'unknown-session.token',
      ]) {
        const stranger = createBrowser(server);
        stranger.setCookie('formakte-registered', value);
        expect((await refresh(stranger)).statusCode).toBe(401);
      }
      expect((await refresh()).statusCode).toBe(200);
    });

    it('without which nobody ends a session whose id they know, by a refresh, a logout or a login of their own', async () => {
      const { sessionId, accessToken } = sessionOf(await login());
      const [, token = ''] = browser.cookie('formakte-registered')?.split('.') ?? [];
      const madeUp = 'x'.repeat(43);
      for (const value of [
        `${sessionId}.${madeUp}`,
        `${sessionId}.${madeUp}.${madeUp}`,
        `${sessionId}.${token}`,
        `${sessionId}.${token}.${madeUp}`,
      ]) {
        const stranger = createBrowser(server);
        stranger.setCookie('formakte-registered', value);
        expect((await refresh(stranger.copy())).statusCode).toBe(401);
        expect(json(await logout(stranger.copy()))).toEqual({ ended: false });
        expect((await login(stranger.copy())).statusCode).toBe(200);
        expect((await ask(accessToken)).statusCode).toBe(200);
      }
      expect((await refresh()).statusCode).toBe(200);
    });

    it('that is good for one kind', async () => {
      await login();
      browser.setCookie('formakte-unregistered', browser.cookie('formakte-registered') ?? '');
      expect((await refresh(browser, 'unregistered')).statusCode).toBe(401);
      expect((await refresh()).statusCode).toBe(200);
    });

    it('that is over when it is not used for long, and some time after the login', async () => {
      await login();
      server.clock.forward(limits.session.idleDays.registered * day);
      expect((await refresh()).statusCode).toBe(401);
      await login();
      for (let days = 20; days < limits.session.maxDays.registered; days += 20) {
        server.clock.forward(20 * day);
        expect((await refresh()).statusCode).toBe(200);
      }
      server.clock.forward(10 * day);
      expect((await refresh()).statusCode).toBe(401);
    });

    it('that opens nothing once the last provider has taken the access away', async () => {
      await login();
      await disable(user.id, accountId);
      expect((await refresh()).statusCode).toBe(401);
    });
  });

  describe('logs out', () => {
    it('and is out at once, here only', async () => {
      const elsewhere = createBrowser(server);
      const [here, there] = [sessionOf(await login()), sessionOf(await login(elsewhere))];
      const kept = browser.copy();
      const answer = await logout();
      expect([json(answer), answer.headers['clear-site-data']]).toEqual([
        { ended: true },
        '"cache"',
      ]);
      expect(browser.cookie('formakte-registered')).toBeUndefined();
      expect((await ask(here.accessToken)).statusCode).toBe(401);
      expect((await refresh(kept)).statusCode).toBe(401);
      expect((await ask(there.accessToken)).statusCode).toBe(200);
      expect(json(await logout())).toEqual({ ended: false });
    });

    it('and what is known of the session is forgotten', async () => {
      const { sessionId } = sessionOf(await login());
      const kept = () =>
        server.deps.db.selectFrom('sessions').select('id').where('id', '=', sessionId).execute();
      await housekeep(server.deps);
      expect(await kept()).toHaveLength(1);
      await logout();
      await housekeep(server.deps);
      expect(await kept()).toEqual([]);
    });

    it('of one kind of session, and the other goes on', async () => {
      const { accessToken } = sessionOf(await login());
      expect(json(await logout(browser, 'unregistered'))).toEqual({ ended: false });
      expect((await ask(accessToken)).statusCode).toBe(200);
    });
  });

  describe('sees where they are logged in', () => {
    const list = async (accessToken: string) =>
      json<{ sessions: SessionEntry[] }>(await ask(accessToken, `/v2.0/user/${user.id}/sessions`))
        .sessions;
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

    it('last used first, and not what is over', async () => {
      const [first, second] = [
        createBrowser(server, firefox, {}, '198.51.100.4'),
        createBrowser(server, phone),
      ];
      await login(first);
      server.clock.forward(60_000);
      const { accessToken, sessionId } = sessionOf(await login(second));
      const [other] = (await list(accessToken)).filter(({ isCurrent }) => !isCurrent);
      server.clock.forward(60_000);
      const moved = first.copy('203.0.113.77');
      await refresh(moved);
      const entries = await list(accessToken);
      expect(entries).toMatchObject([
        {
          kind: 'registered',
          isCurrent: false,
          device: 'Firefox, Windows',
          network: '203.0.113.x',
        },
        { sessionId, isCurrent: true, device: 'Safari, iOS', network: '' },
      ]);
      expect(other?.network).toBe('198.51.100.x');
      expect(
        JSON.stringify(await server.deps.db.selectFrom('sessions').selectAll().execute()) + log,
      ).not.toContain('203.0.113.77');
      expect(
        Date.parse(entries[0]?.lastUsedAt ?? '') - Date.parse(entries[0]?.createdAt ?? ''),
      ).toBe(120_000);
      await logout(moved);
      expect(await list(accessToken)).toHaveLength(1);
    });

    it('and ends one of them, or all others', async () => {
      const browsers = [
        createBrowser(server),
        createBrowser(server),
        createBrowser(server),
        createBrowser(server),
      ];
      const [mine, one, two, three] = await Promise.all(
        browsers.map(async (from) => sessionOf(await login(from))),
      );
      for (const wrong of [
        await end(mine?.accessToken, { one: one?.sessionId, given: 'falsch' }),
        await end(mine?.accessToken, { given: 'falsch' }),
      ])
        expect([wrong.statusCode, Object.keys(json<{ fields: object }>(wrong).fields)]).toEqual([
          400,
          ['/password'],
        ]);
      expect((await ask(one?.accessToken ?? '')).statusCode).toBe(200);
      expect(json(await end(mine?.accessToken, { one: one?.sessionId }))).toEqual({ ended: true });
      expect((await ask(one?.accessToken ?? '')).statusCode).toBe(401);
      expect((await end(mine?.accessToken, { one: one?.sessionId })).statusCode).toBe(404);
      expect(json(await end(mine?.accessToken))).toEqual({ ended: 2 });
      for (const { accessToken } of [two, three].filter((session) => session !== undefined))
        expect((await ask(accessToken)).statusCode).toBe(401);
      expect((await ask(mine?.accessToken ?? '')).statusCode).toBe(200);
    });

    it('and is told again that one is ended, where that answer was lost', async () => {
      const [mine, one] = await Promise.all(
        [createBrowser(server), createBrowser(server)].map(async (from) =>
          sessionOf(await login(from)),
        ),
      );
      const again = (key: string) => end(mine?.accessToken, { one: one?.sessionId, key });
      const key = newId();
      for (const answer of [...(await Promise.all([again(key), again(key)])), await again(key)])
        expect([answer.statusCode, json(answer)]).toEqual([200, { ended: true }]);
      expect((await again(newId())).statusCode).toBe(404);
    });

    it('of themselves and nobody else', async () => {
      const stranger = await registered(newId(), [accountId]);
      const theirs = sessionOf(await login(createBrowser(server), stranger.username));
      const { accessToken } = sessionOf(await login());
      const answers = [
        await ask(accessToken, `/v2.0/user/${stranger.id}/sessions`),
        await end(accessToken, { of: stranger.id }),
        await end(accessToken, { of: stranger.id, one: theirs.sessionId }),
        await end(accessToken, { one: theirs.sessionId }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
      expect((await ask(theirs.accessToken)).statusCode).toBe(200);
    });
  });

  it('sees their accounts, an unregistered session its own one', async () => {
    const other = (
      await addAccount(server, { uniqueKey: 'andere', name: 'Andere', terms: '## Regeln' })
    ).accountId;
    await addAccount(server);
    const both = await registered(newId(), [accountId, other]);
    await server.deps.db
      .updateTable('memberships')
      .set({ acceptedAt: server.clock.now().toISOString() })
      .where('userId', '=', both.id)
      .where('accountId', '=', other)
      .execute();
    const {
      accessToken,
      user: { accountIds },
    } = sessionOf(await login(browser, both.username));
    const { accounts } = json<{ accounts: { id: string }[] }>(await ask(accessToken));
    expect(accounts.map(({ id }) => id)).toEqual(accountIds);
    expect(accounts.find(({ id }) => id === other)).toEqual({
      id: other,
      name: 'Andere',
      uniqueAccountKey: 'andere',
      address: expect.objectContaining({ city: 'Hamburg' }),
      phone: '040 1',
      fax: '',
      website: expect.any(String),
      mainColor: '#7d1f3f',
      secondaryColor: '#d9a05b',
      primaryLogoUrl: null,
      secondaryLogoUrl: null,
      isActivated: true,
      isDashboardDisabled: false,
      autoResponderSetting: { isActivated: false, message: '' },
      totalUnreadMessage: 0,
      caseCount: 0,
      categories: [],
      feedbackUrl: null,
      esyThingAgb: '## Regeln',
      esyThingDatenschutz: null,
      statementHashes: { agb: hashOfText('## Regeln') },
      assistants: [],
    });
    expect(accounts.find(({ id }) => id === accountId)).toMatchObject({ isActivated: false });
    const adhoc = await server.app.inject({
      url: '/api/v2.0/accounts',
      headers: await signIn(server, both.id, 'unregistered', other),
    });
    expect(json<{ accounts: { id: string }[] }>(adhoc).accounts.map(({ id }) => id)).toEqual([
      other,
    ]);
  });
});

it('gives cookies over TLS only where the portal has it', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { accountId } = await addAccount(server);
  const { username } = await addUser(server, [accountId], {
    passwordHash: await hashPassword(server.deps, password),
  });
  const answer = await createBrowser(server).post('/authenticate/login', {
    Username: username,
    Password: password,
  });
  expect(answer.cookies[0]).toMatchObject({ name: 'formakte-registered', secure: true });
  await server.close();
});

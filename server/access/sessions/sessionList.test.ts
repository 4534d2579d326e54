import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEntry, UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import { hashOfText } from '#server/db/hash.ts';
import { newId } from '#server/db/newId.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createRecordedLog, addRegistered } from '#server/testing/clients.ts';

const password = 'Regen-Tonne 7';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

describeOnEachDatabase('a registered user', (open) => {
  let server: TestServer;
  let accountId: string;
  let user: { id: string; username: string };
  let browser: TestBrowser;
  const log = createRecordedLog();

  beforeAll(async () => {
    server = await startTestServer({ open, appOptions: { logger: log.logger } });
    accountId = (await addAccount(server)).accountId;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    log.clear();
    user = await registered(`Miriam.Castillo.${newId()}`, [accountId]);
    browser = createBrowser(server);
  });

  const registered = (username: string, accountIds: string[]) =>
    addRegistered(server, accountIds, { username, password });
  const login = (from = browser, Username = user.username, Password = password) =>
    from.post('/authenticate/login', { Username, Password });
  const refresh = (from = browser, kind: UserSessionKind = 'registered') =>
    from.post('/v2.0/authenticate/refresh', { kind });
  const logout = (from = browser, kind: UserSessionKind = 'registered') =>
    from.post('/v2.0/authenticate/logout', { kind });
  const getSession = (answer: LightMyRequestResponse) => json<UserSession>(answer);
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

  describe('logout', () => {
    it('A logout ends this browser’s session only', async () => {
      const elsewhere = createBrowser(server);
      const [here, there] = [getSession(await login()), getSession(await login(elsewhere))];
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

    it('A logout clears the browser’s data of the session', async () => {
      const { sessionId } = getSession(await login());
      const kept = () =>
        server.deps.db.selectFrom('sessions').select('id').where('id', '=', sessionId).execute();
      await housekeep(server.deps);
      expect(await kept()).toHaveLength(1);
      await logout();
      await housekeep(server.deps);
      expect(await kept()).toEqual([]);
    });

    it('A logout ends one kind of session only', async () => {
      const { accessToken } = getSession(await login());
      expect(json(await logout(browser, 'unregistered'))).toEqual({ ended: false });
      expect((await ask(accessToken)).statusCode).toBe(200);
    });
  });

  describe('list of sessions', () => {
    const list = async (accessToken: string) =>
      json<{ sessions: SessionEntry[] }>(await ask(accessToken, `/v2.0/user/${user.id}/sessions`))
        .sessions;
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
      'Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

    it('The live sessions are listed, last used first', async () => {
      const [first, second] = [
        createBrowser(server, firefox, {}, '198.51.100.4'),
        createBrowser(server, phone),
      ];
      await login(first);
      server.clock.forward(60_000);
      const { accessToken, sessionId } = getSession(await login(second));
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
        JSON.stringify(await server.deps.db.selectFrom('sessions').selectAll().execute()) +
          log.read(),
      ).not.toContain('203.0.113.77');
      expect(
        Date.parse(entries[0]?.lastUsedAt ?? '') - Date.parse(entries[0]?.createdAt ?? ''),
      ).toBe(120_000);
      await logout(moved);
      expect(await list(accessToken)).toHaveLength(1);
    });

    it('One session, or all others, can be ended', async () => {
      const browsers = [
        createBrowser(server),
        createBrowser(server),
        createBrowser(server),
        createBrowser(server),
      ];
      const [mine, one, two, three] = await Promise.all(
        browsers.map(async (from) => getSession(await login(from))),
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

    it('A retry of ending a session gets the first response', async () => {
      const [mine, one] = await Promise.all(
        [createBrowser(server), createBrowser(server)].map(async (from) =>
          getSession(await login(from)),
        ),
      );
      const again = (key: string) => end(mine?.accessToken, { one: one?.sessionId, key });
      const key = newId();
      for (const answer of [...(await Promise.all([again(key), again(key)])), await again(key)])
        expect([answer.statusCode, json(answer)]).toEqual([200, { ended: true }]);
      expect((await again(newId())).statusCode).toBe(404);
    });

    it('A user sees their own sessions only', async () => {
      const stranger = await registered(newId(), [accountId]);
      const theirs = getSession(await login(createBrowser(server), stranger.username));
      const { accessToken } = getSession(await login());
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

  it('A user sees their accounts, and an unregistered session its own one', async () => {
    const other = (
      await addAccount(server, { uniqueKey: 'andere', name: 'Andere', terms: '## Regeln' })
    ).accountId;
    await addAccount(server);
    const both = await registered(newId(), [accountId, other]);
    await server.deps.db
      .updateTable('memberships')
      .set({ acceptedAt: null })
      .where('userId', '=', both.id)
      .where('accountId', '=', accountId)
      .execute();
    const {
      accessToken,
      user: { accountIds },
    } = getSession(await login(browser, both.username));
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
      endedDate: null,
      isInvitedAgain: false,
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

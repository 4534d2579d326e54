import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import { storedSessionLimits } from '#server/access/limits.ts';
import { newId } from '#server/db/newId.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createRecordedLog, addRegistered } from '#server/testing/clients.ts';

const password = 'Regen-Tonne 7';
const day = 24 * 3_600_000;

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
  const disable = (userId: string, of: string) =>
    server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', userId)
      .where('accountId', '=', of)
      .execute();

  describe('refresh token', () => {
    it('The refresh token is HttpOnly and SameSite', async () => {
      const [cookie] = (await login()).cookies;
      expect(cookie).toMatchObject({
        name: 'formakte-registered',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      });
      expect(cookie).not.toHaveProperty('secure');
      expect(cookie?.expires).toEqual(
        new Date(server.clock.now().getTime() + storedSessionLimits.idleDays.registered * day),
      );
    });

    it('The refresh token is stored as a hash and is not in the log', async () => {
      const answer = await login();
      const [, token = ''] = answer.cookies[0]?.value.split('.') ?? [];
      expect(token).toMatch(/^[\w-]{43}$/);
      const renewed = await refresh();
      const [, next = ''] = renewed.cookies[0]?.value.split('.') ?? [];
      const rows = JSON.stringify([
        await server.deps.db.selectFrom('sessions').selectAll().execute(),
        await server.deps.db.selectFrom('users').selectAll().execute(),
      ]);
      for (const secret of [token, next, password, getSession(answer).accessToken])
        expect(rows + log.read()).not.toContain(secret);
    });

    it('The refresh token is rotated with each new access token', async () => {
      const first = getSession(await login());
      const before = browser.cookie('formakte-registered');
      server.clock.forward(14 * 60_000);
      const renewed = await refresh();
      expect(renewed.statusCode).toBe(200);
      expect(browser.cookie('formakte-registered')).not.toBe(before);
      server.clock.forward(2 * 60_000);
      expect((await ask(first.accessToken)).statusCode).toBe(401);
      expect((await ask(getSession(renewed).accessToken)).statusCode).toBe(200);
    });

    it('Concurrent refreshes of several tabs get the same token', async () => {
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
    ])('Reuse of a refresh token ends the session: %s', async (_, refreshes, afterMs) => {
      await login();
      const thief = browser.copy();
      let newest = '';
      for (let count = 0; count < refreshes; count += 1)
        newest = getSession(await refresh()).accessToken;
      server.clock.forward(afterMs);
      expect((await ask(newest)).statusCode).toBe(200);
      expect((await refresh(thief)).statusCode).toBe(401);
      expect((await ask(newest)).statusCode).toBe(401);
      expect((await refresh()).statusCode).toBe(401);
    });

    it('Reuse of a refresh token is mailed to the user a few times a day', async () => {
      const mails = async () =>
        (await listNewestMessages(server.deps, 1_000)).filter(
          ({ subject, recipient }) =>
            subject === 'Eine Ihrer Anmeldungen wurde beendet' &&
            recipient === `${user.id}@beispiel.de`,
        );
      for (let count = 0; count <= storedSessionLimits.noticesPerDay; count += 1) {
        await login();
        const thief = browser.copy();
        await refresh();
        await refresh();
        await Promise.all([refresh(thief.copy()), refresh(thief.copy())]);
      }
      const sent = await mails();
      expect(sent).toHaveLength(storedSessionLimits.noticesPerDay);
      expect(sent[0]).toMatchObject({
        recipient: expect.stringContaining('@'),
        body: expect.stringContaining('Ändern Sie Ihr Passwort'),
      });
      expect(sent[0]?.body).not.toMatch(/127\.0\.0\.1|Firefox|Test\b.*Browser/);
      await server.deps.db.deleteFrom('mailOutbox').execute();
      await server.app.inject({
        method: 'POST',
        url: '/api/v2.0/authenticate/refresh',
        headers: webKeys,
        payload: { kind: 'registered' },
      });
      expect(await mails()).toEqual([]);
    });

    it('A forged refresh token is refused', async () => {
      const { sessionId } = getSession(await login());
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

    it('A session’s id alone cannot end it by refresh, logout or login', async () => {
      const { sessionId, accessToken } = getSession(await login());
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

    it('The refresh token is valid for one kind of session', async () => {
      await login();
      browser.setCookie('formakte-unregistered', browser.cookie('formakte-registered') ?? '');
      expect((await refresh(browser, 'unregistered')).statusCode).toBe(401);
      expect((await refresh()).statusCode).toBe(200);
    });

    it('The refresh token expires when idle and at a maximum age', async () => {
      await login();
      server.clock.forward(storedSessionLimits.idleDays.registered * day);
      expect((await refresh()).statusCode).toBe(401);
      await login();
      for (let days = 20; days < storedSessionLimits.maxDays.registered; days += 20) {
        server.clock.forward(20 * day);
        expect((await refresh()).statusCode).toBe(200);
      }
      server.clock.forward(10 * day);
      expect((await refresh()).statusCode).toBe(401);
    });

    it('The refresh token is refused after the last access was removed', async () => {
      await login();
      await disable(user.id, accountId);
      expect((await refresh()).statusCode).toBe(401);
    });
  });
});

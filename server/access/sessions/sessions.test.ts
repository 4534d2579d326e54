import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import { newId } from '#server/db/newId.ts';
import { loginLimits } from '#server/access/limits.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';
import { addRegistered } from '#server/testing/clients.ts';

const password = 'Regen-Tonne 7';

describeOnEachDatabase('a registered user', (open) => {
  let server: TestServer;
  let accountId: string;
  let user: { id: string; username: string };
  let browser: TestBrowser;

  beforeAll(async () => {
    server = await startTestServer({ open });
    accountId = (await addAccount(server)).accountId;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await registered(`Miriam.Castillo.${newId()}`, [accountId]);
    browser = createBrowser(server);
  });

  const registered = (username: string, accountIds: string[]) =>
    addRegistered(server, accountIds, { username, password });
  const login = (from = browser, Username = user.username, Password = password) =>
    from.post('/authenticate/login', { Username, Password });
  const refresh = (from = browser, kind: UserSessionKind = 'registered') =>
    from.post('/v2.0/authenticate/refresh', { kind });
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

  describe('login', () => {
    it('A login returns the user’s data', async () => {
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
          clientIds: { [accountId]: user.id },
          accountIdsWithoutDashboard: [],
          uniqueAccountKeys: [accountId],
          hasProfilePicture: false,
        },
      });
      expect((await ask(getSession(answer).accessToken)).statusCode).toBe(200);
    });

    it('A login returns whether the user has a picture', async () => {
      await server.deps.db
        .updateTable('users')
        .set({ pictureKey: 'picture' })
        .where('id', '=', user.id)
        .execute();
      expect(getSession(await login()).user.hasProfilePicture).toBe(true);
      await server.deps.db
        .updateTable('users')
        .set({ pictureKey: null })
        .where('id', '=', user.id)
        .execute();
      expect(getSession(await refresh()).user.hasProfilePicture).toBe(false);
    });

    it('A login accepts every spelling of the username', async () => {
      for (const username of [user.username.toLowerCase(), `  ${user.username.toUpperCase()} `])
        expect((await login(browser, username)).statusCode).toBe(200);
    });

    it('A login fails alike for a wrong password and an unknown username', async () => {
      const getAnswer = async (username: string, given: string) => {
        const answer = await login(browser, username, given);
        return [answer.statusCode, { ...json(answer), requestId: '' }, answer.cookies];
      };
      const wrong = await getAnswer(user.username, 'Regen-Tonne 8');
      expect(wrong).toEqual([
        401,
        {
          reason: 'wrongCredentials',
          reasonMessage: 'Benutzername oder Passwort ist falsch.',
          requestId: '',
          triesLeft: loginLimits.wrongAttempts - 1,
        },
        [],
      ]);
      expect(await getAnswer('nobody', password)).toEqual(wrong);
      expect(await getAnswer('  ', password)).toEqual(wrong);
    });

    it('A login before the registration fails', async () => {
      const { id } = await addUser(server, [accountId], {
        username: null,
        usernameKey: null,
        status: 0,
      });
      expect((await login(browser, id)).statusCode).toBe(401);
    });

    it('A login opens the accounts with access, and without one gets 406', async () => {
      const other = (await addAccount(server)).accountId;
      const both = await registered(newId(), [accountId, other]);
      await disable(both.id, accountId);
      expect(getSession(await login(browser, both.username)).user.accountIds).toEqual([other]);
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

    it('A login response matches the contract', async () => {
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

    it('A login ends the browser’s former session', async () => {
      const former = getSession(await login());
      const next = getSession(await login());
      expect((await ask(former.accessToken)).statusCode).toBe(401);
      expect((await ask(next.accessToken)).statusCode).toBe(200);
    });
  });
});

it('Cookies are Secure if the portal uses TLS', async () => {
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

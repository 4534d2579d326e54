import { minuteMs } from '#schemas/platform/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginLimits, storedFactorLimits } from '#server/access/limits.ts';
import type { SecondStep } from '#schemas/access/sessions.ts';
import type { UserRow } from '#server/db/schema.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Regen-Tonne 7';
const stepMs = 30_000;
const { wrongTries } = loginLimits;
const wrongCode = '000000';

describeOnEachDatabase('a second factor', (open) => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  let miriam: UserRow;
  let headers: Record<string, string>;
  let browser: TestBrowser;
  beforeAll(async () => {
    server = await startTestServer({ open });
    account = await addAccount(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.forward(10 * stepMs); // the rate limit of an earlier test has passed
    miriam = await addUser(server, [account.accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    headers = await signIn(server, miriam.id);
    browser = createBrowser(server);
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    { by = headers, userId = miriam.id } = {},
  ) =>
    server.app.inject({
      method,
      url: `/api/v2.0/user/${userId}/secondfactor${path}`,
      headers: by,
      ...(payload ? { payload } : {}),
    });
  const begin = async () =>
    json<{ secret: string; uri: string; setup: string }>(await call('POST', '/totp', { password }));
  /** Sets up an app and uses its current code. */
  async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret, setup } = await begin();
    const answer = await call('PUT', '/totp', { setup, code: computeCode(server, secret) });
    expect(answer.statusCode).toBe(200);
    server.clock.forward(2 * stepMs);
    return { secret, ...json<{ recoveryCodes: string[] }>(answer) };
  }
  const logIn = (from = browser) =>
    from.post('/authenticate/login', { Username: miriam.username ?? '', Password: password });
  const challengeFor = async (from = browser) => json<SecondStep>(await logIn(from)).challenge;
  const give = (challenge: string, code: string, from = browser) =>
    from.post('/v2.0/authenticate/secondfactor', { challenge, code });
  const outcome = (answer: Awaited<ReturnType<typeof give>>) => [
    answer.statusCode,
    json(answer)['reason'],
  ];

  describe('login', () => {
    it('A login accepts the current code and its neighbours only', async () => {
      const { secret } = await setUp();
      for (const steps of [-2, 2])
        expect(
          outcome(await give(await challengeFor(), computeCode(server, secret, steps))),
        ).toEqual([401, 'wrongCode']);
      for (const steps of [-1, 0, 1])
        expect(
          (await give(await challengeFor(), computeCode(server, secret, steps))).statusCode,
        ).toBe(200);
    });

    it('A login accepts a code with spaces', async () => {
      const { secret } = await setUp();
      expect(
        (
          await give(
            await challengeFor(),
            ` ${computeCode(server, secret).replace(/(...)/, '$1 ')}\n`,
          )
        ).statusCode,
      ).toBe(200);
    });

    it('A code works once, also concurrently, and voids older ones', async () => {
      const { secret } = await setUp();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => challengeFor(createBrowser(server))),
      );
      const code = computeCode(server, secret);
      const answers = await Promise.all(
        challenges.map((challenge) => give(challenge, code, createBrowser(server))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
      expect(outcome(await give(await challengeFor(), computeCode(server, secret, -1)))).toEqual([
        401,
        'wrongCode',
      ]);
    });

    it('A challenge works once', async () => {
      const { secret } = await setUp();
      const challenge = await challengeFor();
      expect((await give(challenge, computeCode(server, secret))).statusCode).toBe(200);
      server.clock.forward(stepMs);
      expect(outcome(await give(challenge, computeCode(server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);
    });

    it('A challenge is valid for five minutes, one password and one user', async () => {
      const { secret } = await setUp();
      const late = await challengeFor();
      server.clock.forward(storedFactorLimits.challengeMinutes * minuteMs);
      expect(outcome(await give(late, computeCode(server, secret)))).toEqual([410, 'tookTooLong']);
      expect(outcome(await give('made-up', computeCode(server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);

      const [mine, jonas] = [
        miriam,
        await addUser(server, [account.accountId], {
          passwordHash: await hashPassword(server.deps, password),
        }),
      ];
      miriam = jonas;
      headers = await signIn(server, jonas.id);
      await setUp();
      const ofJonas = await challengeFor();
      miriam = mine;
      expect(outcome(await give(ofJonas, computeCode(server, secret)))).toEqual([401, 'wrongCode']);

      const old = await challengeFor();
      await server.deps.db
        .updateTable('users')
        .set({ passwordHash: await hashPassword(server.deps, 'Fahrrad-im-Regen') })
        .where('id', '=', miriam.id)
        .execute();
      expect(outcome(await give(old, computeCode(server, secret)))).toEqual([410, 'tookTooLong']);
    });

    it('A challenge opens nothing else', async () => {
      await setUp();
      const answer = await server.app.inject({
        url: `/api/v2.0/user/${miriam.id}/sessions`,
        headers: { ...headers, authorization: `Bearer ${await challengeFor()}` },
      });
      expect(answer.statusCode).toBe(401);
    });

    it('Five wrong codes lock the second step, also after a right password', async () => {
      const { secret } = await setUp();
      for (let tries = 0; tries < wrongTries; tries += 1)
        expect(outcome(await give(await challengeFor(), wrongCode))).toEqual([401, 'wrongCode']);
      const challenge = await challengeFor();
      const locked = await give(challenge, computeCode(server, secret));
      expect([...outcome(locked), json(locked)['nextPossibleRetry']]).toEqual([
        423,
        'loginLocked',
        new Date(server.clock.now().getTime() + minuteMs).toISOString(),
      ]);
      server.clock.forward(minuteMs);
      expect((await give(challenge, computeCode(server, secret))).statusCode).toBe(200);
    });

    it('A hundred concurrent wrong codes are compared five times', async () => {
      await setUp();
      const challenge = await challengeFor();
      const statuses = (
        await Promise.all(
          Array.from({ length: 100 }, () => give(challenge, wrongCode, createBrowser(server))),
        )
      ).map(({ statusCode }) => statusCode);
      expect([
        statuses.filter((status) => status === 401).length,
        statuses.filter((status) => status === 423).length,
      ]).toEqual([wrongTries, 100 - wrongTries]);
    });

    it('A known device is not locked by an attacker elsewhere', async () => {
      const { secret } = await setUp();
      expect((await give(await challengeFor(), computeCode(server, secret))).statusCode).toBe(200);
      const stranger = createBrowser(server);
      for (let tries = 0; tries < wrongTries; tries += 1)
        await give(await challengeFor(stranger), wrongCode, stranger);
      server.clock.forward(stepMs);
      expect(
        (await give(await challengeFor(stranger), computeCode(server, secret), stranger))
          .statusCode,
      ).toBe(423);
      expect((await give(await challengeFor(), computeCode(server, secret))).statusCode).toBe(200);
    });

    it('A lockout survives a password reset', async () => {
      const { secret } = await setUp();
      for (let tries = 0; tries < wrongTries; tries += 1)
        await give(await challengeFor(), wrongCode);
      await browser.post('/v2.0/user/password', { username: miriam.username ?? '' });
      const { answerRequests } = await import('../credentials/service.ts');
      await answerRequests(server.deps);
      const mail = (await listNewestMessages(server.deps, 100)).find(
        ({ recipient, subject }) =>
          recipient === miriam.email && subject === 'Neues Passwort festlegen',
      );
      const key = /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
      const chosen = 'Fahrrad-im-Regen';
      expect(
        (
          await server.app.inject({
            method: 'PUT',
            url: `/api/v2.0/user/password/${key}`,
            headers,
            payload: { password: chosen },
          })
        ).statusCode,
      ).toBe(200);
      const step = json<SecondStep>(
        await browser.post('/authenticate/login', {
          Username: miriam.username ?? '',
          Password: chosen,
        }),
      );
      expect(step.methods).toEqual(['totp', 'recoveryCode']);
      // a mailed link must not reset the attempts
      expect((await give(step.challenge, computeCode(server, secret))).statusCode).toBe(423);
    });

    it('A user without access cannot log in', async () => {
      const { secret } = await setUp();
      const challenge = await challengeFor();
      await server.deps.db
        .updateTable('memberships')
        .set({ isDisabled: 1 })
        .where('userId', '=', miriam.id)
        .execute();
      // the second step reveals nothing about the access
      expect(outcome(await give(challenge, wrongCode))).toEqual([401, 'wrongCode']);
      expect((await give(challenge, computeCode(server, secret))).statusCode).toBe(406);
    });
  });
});

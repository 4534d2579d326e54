import { minuteMs } from '#schemas/platform/time.ts';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginLimits, storedFactorLimits } from '#server/access/limits.ts';
import type { SecondFactor } from '#schemas/access/secondFactor.ts';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { createLogger } from '#server/http/logging.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
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
  let log = '';
  beforeAll(async () => {
    const logger = createLogger(
      'trace',
      new Writable({
        write(line, _, done) {
          log += String(line);
          done();
        },
      }),
    );
    server = await startTestServer({ open, appOptions: { logger } });
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
  const state = async () => json<SecondFactor>(await call('GET', ''));
  const subjects = async () =>
    (
      await server.deps.db
        .selectFrom('mailOutbox')
        .select(['subject', 'recipient'])
        .orderBy('createdAt')
        .execute()
    )
      .filter(({ recipient }) => recipient === miriam.email)
      .map(({ subject }) => subject);
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

  describe('recovery codes', () => {
    it('A recovery code opens one login and mails a notice', async () => {
      const {
        recoveryCodes: [code = '', other = ''],
      } = await setUp();
      expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
      expect((await give(await challengeFor(), code)).statusCode).toBe(200);
      expect((await state()).recoveryCodesLeft).toBe(9);
      expect((await subjects()).at(-1)).toBe('Sicherheit: Wiederherstellungscode benutzt');
      expect(outcome(await give(await challengeFor(), code))).toEqual([401, 'wrongCode']);
      const similar = other.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      const sloppy = ` ${similar.replace('-', ' ')} `;
      expect((await give(await challengeFor(), sloppy)).statusCode).toBe(200);
    });

    it('Concurrent logins with one recovery code open one session', async () => {
      const {
        recoveryCodes: [code = ''],
      } = await setUp();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => challengeFor(createBrowser(server))),
      );
      const answers = await Promise.all(
        challenges.map((challenge) => give(challenge, code, createBrowser(server))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
    });

    it('Recovery codes work for their own user only', async () => {
      const {
        recoveryCodes: [code = ''],
      } = await setUp();
      miriam = await addUser(server, [account.accountId], {
        passwordHash: await hashPassword(server.deps, password),
      });
      headers = await signIn(server, miriam.id);
      await setUp();
      expect(outcome(await give(await challengeFor(), code))).toEqual([401, 'wrongCode']);
    });

    it('New recovery codes replace the old ones', async () => {
      const {
        recoveryCodes: [old = ''],
      } = await setUp();
      const { recoveryCodes } = json<{ recoveryCodes: string[] }>(
        await call('POST', '/recoverycodes', { password }),
      );
      expect([recoveryCodes.length, recoveryCodes.includes(old)]).toEqual([10, false]);
      expect(outcome(await give(await challengeFor(), old))).toEqual([401, 'wrongCode']);
      expect((await give(await challengeFor(), recoveryCodes[0] ?? '')).statusCode).toBe(200);
      expect(await subjects()).toContain('Sicherheit: Neue Wiederherstellungscodes');
    });

    it('There are no recovery codes without a second factor', async () => {
      expect((await call('POST', '/recoverycodes', { password })).statusCode).toBe(404);
    });
  });

  describe('removal', () => {
    it('Removal needs the password and deletes the recovery codes', async () => {
      await setUp();
      expect(json(await call('POST', '/totp/remove', { password }))).toEqual({ removed: true });
      expect(await state()).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      expect((await subjects()).at(-1)).toBe('Sicherheit: Authenticator-App entfernt');
      expect((await call('POST', '/totp/remove', { password })).statusCode).toBe(404);
    });

    it('A retry of the removal gets the first response', async () => {
      await setUp();
      const remove = (key: string) =>
        call('POST', '/totp/remove', { password }, { by: { ...headers, 'idempotency-key': key } });
      const key = newId();
      const answers = await Promise.all([remove(key), remove(key)]);
      for (const answer of [...answers, await remove(key)])
        expect([answer.statusCode, json(answer)]).toEqual([200, { removed: true }]);
      expect((await remove(newId())).statusCode).toBe(404);
      expect(
        (await subjects()).filter(
          (subject) => subject === 'Sicherheit: Authenticator-App entfernt',
        ),
      ).toHaveLength(1);
    });

    it('A provider can remove it, and its client is notified', async () => {
      await setUp();
      const remove = (apiKey: string) =>
        server.app.inject({
          method: 'DELETE',
          url: `/provider/v1/users/${miriam.id}/secondFactor`,
          headers: { 'x-api-key': apiKey },
        });
      expect((await remove((await addAccount(server)).apiKey)).statusCode).toBe(404);
      expect((await state()).totp).not.toBeNull();
      expect(json(await remove(account.apiKey))).toEqual({ removed: true });
      expect(json(await remove(account.apiKey))).toEqual({ removed: false });
      expect(
        json(
          await server.app.inject({
            url: `/api/v2.0/user/${miriam.id}/secondfactor`,
            headers: await signIn(server, miriam.id),
          }),
        ),
      ).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
      // the device may be stolen, with a session on it
      expect(await state()).toMatchObject({ reason: 'unauthorized' });
      expect(
        (await subjects()).filter(
          (subject) => subject === 'Sicherheit: Anmeldung in zwei Schritten ist ausgeschaltet',
        ),
      ).toHaveLength(1);
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
    });
  });

  describe('retry', () => {
    const key = 'the-same-words-again';
    const confirm = (setup: string, code: string, by = headers, under = key) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/v2.0/user/${miriam.id}/secondfactor/totp`,
        headers: { ...by, 'idempotency-key': under },
        payload: { setup, code },
      });
    const renew = (given = password) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v2.0/user/${miriam.id}/secondfactor/recoverycodes`,
        headers: { ...headers, 'idempotency-key': key },
        payload: { password: given },
      });
    const giveAgain = (challenge: string, code: string, from = browser, under = key) =>
      from.post(
        '/v2.0/authenticate/secondfactor',
        { challenge, code },
        { 'idempotency-key': under },
      );
    const getSessionId = (answer: Awaited<ReturnType<typeof give>>) =>
      json<UserSession>(answer).sessionId;
    const tries = () => server.deps.db.selectFrom('loginTries').selectAll().execute();

    it('A retry of the setup gets the same recovery codes in this session', async () => {
      const { secret, setup } = await begin();
      const code = computeCode(server, secret);
      const [first, again] = [await confirm(setup, code), await confirm(setup, code)];
      expect(json<{ recoveryCodes: string[] }>(first).recoveryCodes).toHaveLength(10);
      expect(json(again)).toEqual(json(first));
      expect(await subjects()).toHaveLength(1);
      expect((await confirm(setup, wrongCode)).statusCode).toBe(409);
      expect((await confirm(setup, code, await signIn(server, miriam.id))).statusCode).toBe(410);
      expect((await confirm(setup, code, headers, 'another-key-entirely')).statusCode).toBe(410);
      const both = await Promise.all([renew(), renew()]);
      expect(json(both[0])).toEqual(json(both[1]));
      expect((await state()).recoveryCodesLeft).toBe(10);
      expect(
        (
          await give(
            await challengeFor(),
            json<{ recoveryCodes: string[] }>(await renew()).recoveryCodes[0] ?? '',
          )
        ).statusCode,
      ).toBe(200);
    });

    it.each(['totp', 'recoveryCode'] as const)(
      'A retry of a login (%s) gets the same session and uses no attempt',
      async (method) => {
        const { secret, recoveryCodes } = await setUp();
        const code = method === 'totp' ? computeCode(server, secret) : (recoveryCodes[0] ?? '');
        await server.deps.db.deleteFrom('loginTries').execute();
        const challenge = await challengeFor();
        const without = browser.copy(); // the cookies were lost with the response
        const first = await giveAgain(challenge, code);
        const again = await giveAgain(challenge, code, without);
        expect([first.statusCode, again.statusCode, getSessionId(again)]).toEqual([
          200,
          200,
          getSessionId(first),
        ]);
        expect([
          without.cookie('formakte-registered'),
          without.cookie('formakte-device') !== undefined,
        ]).toEqual([browser.cookie('formakte-registered'), true]);
        expect([await tries(), (await state()).recoveryCodesLeft]).toEqual([
          [],
          method === 'totp' ? 10 : 9,
        ]);
        expect(
          (await without.post('/v2.0/authenticate/refresh', { kind: 'registered' })).statusCode,
        ).toBe(200);
        expect(outcome(await giveAgain(challenge, code, browser.copy()))).toEqual([
          410,
          'tookTooLong',
        ]); // already used
      },
    );

    it('A retry gets the response while the first request is running', async () => {
      const { secret } = await setUp();
      await server.deps.db.deleteFrom('loginTries').execute();
      const challenge = await challengeFor();
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          giveAgain(challenge, computeCode(server, secret), browser.copy()),
        ),
      );
      expect(new Set(answers.map(getSessionId)).size).toBe(1);
      expect(await tries()).toEqual([]);
    });

    it('A wrong code counts every time', async () => {
      await setUp();
      const challenge = await challengeFor();
      for (let count = 0; count < wrongTries; count += 1)
        expect(outcome(await giveAgain(challenge, wrongCode))).toEqual([401, 'wrongCode']);
      expect(outcome(await giveAgain(challenge, wrongCode))).toEqual([423, 'loginLocked']);
    });
  });

  it('A code is used if and only if its login opens a session', async () => {
    const {
      recoveryCodes: [code = ''],
    } = await setUp();
    const challenge = await challengeFor();
    const close = (isDisabled: 0 | 1) =>
      server.deps.db
        .updateTable('memberships')
        .set({ isDisabled })
        .where('userId', '=', miriam.id)
        .execute();
    await close(1);
    expect((await give(challenge, code)).statusCode).toBe(406);
    await close(0);
    headers = await signIn(server, miriam.id);
    expect((await state()).recoveryCodesLeft).toBe(10);
    expect((await give(challenge, code)).statusCode).toBe(200);
  });

  it('No secret is in a table, mail or log in plain text', async () => {
    const { secret, recoveryCodes } = await setUp();
    const challenge = await challengeFor();
    const code = computeCode(server, secret);
    await give(challenge, code);
    await give(await challengeFor(), recoveryCodes[0] ?? '');
    const { db } = server.deps;
    const tables = await db.introspection.getTables();
    const dump = JSON.stringify(
      await Promise.all(
        tables.map(({ name }) =>
          db
            .selectFrom(name as 'users')
            .selectAll()
            .execute(),
        ),
      ),
    );
    expect(dump).toContain(miriam.id);
    for (const kept of [
      secret,
      challenge,
      ...recoveryCodes,
      ...recoveryCodes.map((each) => each.replace('-', '')),
    ]) {
      expect([dump.includes(kept), log.includes(kept)]).toEqual([false, false]);
    }
    expect(log).toContain('/api/v2.0/authenticate/secondfactor');
    expect(log).not.toContain(code);
  });

  it('Expired data of used codes is deleted', async () => {
    const { secret } = await setUp();
    await give(await challengeFor(), computeCode(server, secret));
    const used = () => server.deps.db.selectFrom('usedTokens').selectAll().execute();
    expect(await used()).not.toEqual([]);
    server.clock.forward(storedFactorLimits.setupMinutes * minuteMs);
    await housekeep(server.deps);
    expect(await used()).toEqual([]);
  });
});

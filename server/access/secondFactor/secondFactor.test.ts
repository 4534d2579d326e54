import { minuteMs } from '#schemas/platform/time.ts';
import { describe, expect, it } from 'vitest';
import { loginLimits, storedFactorLimits } from '#server/access/limits.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import { newId } from '#server/db/newId.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { password, setUpSecondFactor, summarize, wrongCode } from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, createBrowser, json, signIn } from '#server/testing/testServer.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

const { wrongAttempts } = loginLimits;

describeOnEachDatabase('a second factor', (open) => {
  const log = createRecordedLog();
  const {
    world,
    call,
    beginTotp,
    loadState,
    setUpTotp,
    logIn,
    startLogin,
    giveCode,
    listSubjects,
  } = setUpSecondFactor(open, { appOptions: { logger: log.logger } });

  describe('recovery codes', () => {
    it('A recovery code opens one login and mails a notice', async () => {
      const {
        recoveryCodes: [code = '', other = ''],
      } = await setUpTotp();
      expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
      expect((await giveCode(await startLogin(), code)).statusCode).toBe(200);
      expect((await loadState()).recoveryCodesLeft).toBe(9);
      expect((await listSubjects()).at(-1)).toBe('Sicherheit: Wiederherstellungscode benutzt');
      expect(summarize(await giveCode(await startLogin(), code))).toEqual([401, 'wrongCode']);
      const similar = other.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      const sloppy = ` ${similar.replace('-', ' ')} `;
      expect((await giveCode(await startLogin(), sloppy)).statusCode).toBe(200);
    });

    it('Concurrent logins with one recovery code open one session', async () => {
      const {
        recoveryCodes: [code = ''],
      } = await setUpTotp();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => startLogin(createBrowser(world.server))),
      );
      const answers = await Promise.all(
        challenges.map((challenge) => giveCode(challenge, code, createBrowser(world.server))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
    });

    it('Recovery codes work for their own user only', async () => {
      const {
        recoveryCodes: [code = ''],
      } = await setUpTotp();
      world.miriam = await addUser(world.server, [world.account.accountId], {
        passwordHash: await hashPassword(world.server.deps, password),
      });
      world.headers = await signIn(world.server, world.miriam.id);
      await setUpTotp();
      expect(summarize(await giveCode(await startLogin(), code))).toEqual([401, 'wrongCode']);
    });

    it('New recovery codes replace the old ones', async () => {
      const {
        recoveryCodes: [old = ''],
      } = await setUpTotp();
      const { recoveryCodes } = json<{ recoveryCodes: string[] }>(
        await call('POST', '/recoverycodes', { password }),
      );
      expect([recoveryCodes.length, recoveryCodes.includes(old)]).toEqual([10, false]);
      expect(summarize(await giveCode(await startLogin(), old))).toEqual([401, 'wrongCode']);
      expect((await giveCode(await startLogin(), recoveryCodes[0] ?? '')).statusCode).toBe(200);
      expect(await listSubjects()).toContain('Sicherheit: Neue Wiederherstellungscodes');
    });

    it('There are no recovery codes without a second factor', async () => {
      expect((await call('POST', '/recoverycodes', { password })).statusCode).toBe(404);
    });
  });

  describe('removal', () => {
    it('Removal needs the password and deletes the recovery codes', async () => {
      await setUpTotp();
      expect(json(await call('POST', '/totp/remove', { password }))).toEqual({ removed: true });
      expect(await loadState()).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      expect((await listSubjects()).at(-1)).toBe('Sicherheit: Authenticator-App entfernt');
      expect((await call('POST', '/totp/remove', { password })).statusCode).toBe(404);
    });

    it('A retry of the removal gets the first response', async () => {
      await setUpTotp();
      const remove = (key: string) =>
        call(
          'POST',
          '/totp/remove',
          { password },
          { by: { ...world.headers, 'idempotency-key': key } },
        );
      const key = newId();
      const answers = await Promise.all([remove(key), remove(key)]);
      for (const answer of [...answers, await remove(key)])
        expect([answer.statusCode, json(answer)]).toEqual([200, { removed: true }]);
      expect((await remove(newId())).statusCode).toBe(404);
      expect(
        (await listSubjects()).filter(
          (subject) => subject === 'Sicherheit: Authenticator-App entfernt',
        ),
      ).toHaveLength(1);
    });

    it('A provider can remove it, and its client is notified', async () => {
      await setUpTotp();
      const remove = (apiKey: string) =>
        world.server.app.inject({
          method: 'DELETE',
          url: `/provider/v1/users/${world.miriam.id}/secondFactor`,
          headers: { 'x-api-key': apiKey },
        });
      expect((await remove((await addAccount(world.server)).apiKey)).statusCode).toBe(404);
      expect((await loadState()).totp).not.toBeNull();
      expect(json(await remove(world.account.apiKey))).toEqual({ removed: true });
      expect(json(await remove(world.account.apiKey))).toEqual({ removed: false });
      expect(
        json(
          await world.server.app.inject({
            url: `/api/v2.0/user/${world.miriam.id}/secondfactor`,
            headers: await signIn(world.server, world.miriam.id),
          }),
        ),
      ).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
      // the device may be stolen, with a session on it
      expect(await loadState()).toMatchObject({ reason: 'unauthorized' });
      expect(
        (await listSubjects()).filter(
          (subject) => subject === 'Sicherheit: Anmeldung in zwei Schritten ist ausgeschaltet',
        ),
      ).toHaveLength(1);
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
    });
  });

  describe('retry', () => {
    const key = 'the-same-words-again';
    const confirm = (setup: string, code: string, by = world.headers, under = key) =>
      world.server.app.inject({
        method: 'PUT',
        url: `/api/v2.0/user/${world.miriam.id}/secondfactor/totp`,
        headers: { ...by, 'idempotency-key': under },
        payload: { setup, code },
      });
    const renew = (given = password) =>
      world.server.app.inject({
        method: 'POST',
        url: `/api/v2.0/user/${world.miriam.id}/secondfactor/recoverycodes`,
        headers: { ...world.headers, 'idempotency-key': key },
        payload: { password: given },
      });
    const giveAgain = (challenge: string, code: string, from = world.browser, under = key) =>
      from.post(
        '/v2.0/authenticate/secondfactor',
        { challenge, code },
        { 'idempotency-key': under },
      );
    const getSessionId = (answer: Awaited<ReturnType<typeof giveCode>>) =>
      json<UserSession>(answer).sessionId;
    const listAttempts = () => world.server.deps.db.selectFrom('loginTries').selectAll().execute();

    it('A retry of the setup gets the same recovery codes in this session', async () => {
      const { secret, setup } = await beginTotp();
      const code = computeCode(world.server, secret);
      const [first, again] = [await confirm(setup, code), await confirm(setup, code)];
      expect(json<{ recoveryCodes: string[] }>(first).recoveryCodes).toHaveLength(10);
      expect(json(again)).toEqual(json(first));
      expect(await listSubjects()).toHaveLength(1);
      expect((await confirm(setup, wrongCode)).statusCode).toBe(409);
      expect(
        (await confirm(setup, code, await signIn(world.server, world.miriam.id))).statusCode,
      ).toBe(410);
      expect((await confirm(setup, code, world.headers, 'another-key-entirely')).statusCode).toBe(
        410,
      );
      const both = await Promise.all([renew(), renew()]);
      expect(json(both[0])).toEqual(json(both[1]));
      expect((await loadState()).recoveryCodesLeft).toBe(10);
      expect(
        (
          await giveCode(
            await startLogin(),
            json<{ recoveryCodes: string[] }>(await renew()).recoveryCodes[0] ?? '',
          )
        ).statusCode,
      ).toBe(200);
    });

    it.each(['totp', 'recoveryCode'] as const)(
      'A retry of a login (%s) gets the same session and uses no attempt',
      async (method) => {
        const { secret, recoveryCodes } = await setUpTotp();
        const code =
          method === 'totp' ? computeCode(world.server, secret) : (recoveryCodes[0] ?? '');
        await world.server.deps.db.deleteFrom('loginTries').execute();
        const challenge = await startLogin();
        const without = world.browser.copy(); // the cookies were lost with the response
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
        ]).toEqual([world.browser.cookie('formakte-registered'), true]);
        expect([await listAttempts(), (await loadState()).recoveryCodesLeft]).toEqual([
          [],
          method === 'totp' ? 10 : 9,
        ]);
        expect(
          (await without.post('/v2.0/authenticate/refresh', { kind: 'registered' })).statusCode,
        ).toBe(200);
        expect(summarize(await giveAgain(challenge, code, world.browser.copy()))).toEqual([
          410,
          'tookTooLong',
        ]); // already used
      },
    );

    it('A retry gets the response while the first request is running', async () => {
      const { secret } = await setUpTotp();
      await world.server.deps.db.deleteFrom('loginTries').execute();
      const challenge = await startLogin();
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          giveAgain(challenge, computeCode(world.server, secret), world.browser.copy()),
        ),
      );
      expect(new Set(answers.map(getSessionId)).size).toBe(1);
      expect(await listAttempts()).toEqual([]);
    });

    it('A wrong code counts every time', async () => {
      await setUpTotp();
      const challenge = await startLogin();
      for (let count = 0; count < wrongAttempts; count += 1)
        expect(summarize(await giveAgain(challenge, wrongCode))).toEqual([401, 'wrongCode']);
      expect(summarize(await giveAgain(challenge, wrongCode))).toEqual([423, 'loginLocked']);
    });
  });

  it('A code is used if and only if its login opens a session', async () => {
    const {
      recoveryCodes: [code = ''],
    } = await setUpTotp();
    const challenge = await startLogin();
    const close = (isDisabled: 0 | 1) =>
      world.server.deps.db
        .updateTable('memberships')
        .set({ isDisabled })
        .where('userId', '=', world.miriam.id)
        .execute();
    await close(1);
    expect((await giveCode(challenge, code)).statusCode).toBe(406);
    await close(0);
    world.headers = await signIn(world.server, world.miriam.id);
    expect((await loadState()).recoveryCodesLeft).toBe(10);
    expect((await giveCode(challenge, code)).statusCode).toBe(200);
  });

  it('No secret is in a table, mail or log in plain text', async () => {
    const { secret, recoveryCodes } = await setUpTotp();
    const challenge = await startLogin();
    const code = computeCode(world.server, secret);
    await giveCode(challenge, code);
    await giveCode(await startLogin(), recoveryCodes[0] ?? '');
    const { db } = world.server.deps;
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
    expect(dump).toContain(world.miriam.id);
    for (const kept of [
      secret,
      challenge,
      ...recoveryCodes,
      ...recoveryCodes.map((each) => each.replace('-', '')),
    ]) {
      expect([dump.includes(kept), log.read().includes(kept)]).toEqual([false, false]);
    }
    expect(log.read()).toContain('/api/authenticate/secondfactor');
    expect(log.read()).not.toContain(code);
  });

  it('Expired data of used codes is deleted', async () => {
    const { secret } = await setUpTotp();
    await giveCode(await startLogin(), computeCode(world.server, secret));
    const used = () => world.server.deps.db.selectFrom('usedTokens').selectAll().execute();
    expect(await used()).not.toEqual([]);
    world.server.clock.forward(storedFactorLimits.setupMinutes * minuteMs);
    await housekeep(world.server.deps);
    expect(await used()).toEqual([]);
  });
});

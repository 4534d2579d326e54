import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { SecondFactor } from '#schemas/secondFactor.ts';
import type { SecondStep, UserSession } from '#schemas/sessions.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/housekeeping.ts';
import { createLogger } from '#server/http/logging.ts';
import { hashPassword } from '#server/http/passwords.ts';
import { codeOf } from '#server/testing/authenticatorApp.ts';
import { newestMessages } from '#server/modules/outbox/service.ts';
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
const minuteMs = 60_000;
const stepMs = 30_000;
const { wrongTries } = limits.login;
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
    server.clock.forward(10 * stepMs); // what an earlier test used is past
    miriam = await addUser(server, [account.accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    headers = await signIn(server, miriam.id);
    browser = createBrowser(server);
    await server.deps.db.deleteFrom('outbox').execute();
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
        .selectFrom('outbox')
        .select(['subject', 'recipient'])
        .orderBy('createdAt')
        .execute()
    )
      .filter(({ recipient }) => recipient === miriam.email)
      .map(({ subject }) => subject);
  /** An app that is set up; its code of now is used up with that. */
  async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret, setup } = await begin();
    const answer = await call('PUT', '/totp', { setup, code: codeOf(server, secret) });
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

  describe('is set up', () => {
    it('by the password and a code from the app; from then on a login asks for one', async () => {
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      const { secret, uri, setup } = await begin();
      expect(uri).toMatch(new RegExp(`^otpauth://totp/.*${miriam.username}.*secret=${secret}`));
      expect(Object.keys(json(await logIn()))).toContain('accessToken'); // nothing counts before the code
      const confirmed = json<{ recoveryCodes: string[] }>(
        await call('PUT', '/totp', { setup, code: codeOf(server, secret) }),
      );
      expect(new Set(confirmed.recoveryCodes).size).toBe(limits.secondFactor.recoveryCodes);
      expect(await state()).toEqual({
        totp: { createdAt: server.clock.now().toISOString() },
        passkeys: [],
        recoveryCodesLeft: 10,
      });
      expect(await subjects()).toEqual([
        'Sicherheit: Anmeldung in zwei Schritten ist eingeschaltet',
      ]);

      const fresh = createBrowser(server);
      const first = await logIn(fresh);
      expect(json(first)).toEqual({
        challenge: expect.any(String),
        methods: ['totp', 'recoveryCode'],
      });
      expect([fresh.cookie('formakte-registered'), fresh.cookie('formakte-device')]).toEqual([
        undefined,
        undefined,
      ]);
      server.clock.forward(stepMs);
      const second = await give(json<SecondStep>(first).challenge, codeOf(server, secret), fresh);
      expect(json<UserSession>(second).user.userId).toBe(miriam.id);
      expect(fresh.cookie('formakte-registered')).toBeDefined();
      expect(fresh.cookie('formakte-device')).toBeDefined();
    });

    it('by a right code only', async () => {
      const { setup } = await begin();
      const answer = await call('PUT', '/totp', { setup, code: wrongCode });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/code': 'Der Code ist falsch oder schon benutzt. Nehmen Sie den, der jetzt gilt.' },
      ]);
      expect((await state()).totp).toBeNull();
    });

    it('within a quarter of an hour, once, and by whom it was begun', async () => {
      const { secret, setup } = await begin();
      const jonas = await addUser(server, [account.accountId]);
      const asJonas = { by: await signIn(server, jonas.id), userId: jonas.id };
      expect(
        (await call('PUT', '/totp', { setup, code: codeOf(server, secret) }, asJonas)).statusCode,
      ).toBe(410);
      const confirm = () => call('PUT', '/totp', { setup, code: codeOf(server, secret) });
      const both = await Promise.all([confirm(), confirm()]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
      const late = await begin();
      server.clock.forward(limits.secondFactor.setupMinutes * minuteMs);
      headers = await signIn(server, miriam.id);
      expect(
        (await call('PUT', '/totp', { setup: late.setup, code: codeOf(server, late.secret) }))
          .statusCode,
      ).toBe(410);
      expect((await call('PUT', '/totp', { setup: 'made-up', code: wrongCode })).statusCode).toBe(
        410,
      );
    });

    it('anew for another device: the one before counts no more, the recovery codes stay', async () => {
      const before = await setUp();
      const { secret, setup } = await begin();
      expect(json(await call('PUT', '/totp', { setup, code: codeOf(server, secret) }))).toEqual({
        recoveryCodes: [],
      });
      server.clock.forward(2 * stepMs);
      expect(outcome(await give(await challengeFor(), codeOf(server, before.secret)))).toEqual([
        401,
        'wrongCode',
      ]);
      expect((await give(await challengeFor(), codeOf(server, secret))).statusCode).toBe(200);
    });

    it.each([['/totp'], ['/totp/remove'], ['/recoverycodes']])(
      'and changed (%s) after the password; wrong ones are counted as at a change of it',
      async (path) => {
        for (const left of [
          'noch 4 Versuche',
          'noch 3 Versuche',
          'noch 2 Versuche',
          'noch einen Versuch',
          'keinen Versuch mehr',
        ]) {
          const answer = await call('POST', path, { password: 'falsch' });
          expect([answer.statusCode, json(answer)['fields']]).toEqual([
            400,
            { '/password': expect.stringContaining(left) },
          ]);
        }
        expect(json(await call('POST', path, { password }))['fields']).toEqual({
          '/password': expect.stringContaining('zu viele Versuche'),
        });
        const change = await server.app.inject({
          method: 'PUT',
          url: `/api/v2.0/user/${miriam.id}/changepassword`,
          headers,
          payload: {
            oldpassword: password,
            newpassword: 'Fahrrad-im-Regen',
            newpasswordconfirmation: 'Fahrrad-im-Regen',
          },
        });
        expect(json(change)).toMatchObject({ result: 1 });
      },
    );

    it('for oneself only', async () => {
      const jonas = await addUser(server, [account.accountId]);
      const asked = [
        call('GET', '', undefined, { userId: jonas.id }),
        call('POST', '/totp', { password }, { userId: jonas.id }),
        call('PUT', '/totp', { setup: 'x', code: wrongCode }, { userId: jonas.id }),
        call('POST', '/totp/remove', { password }, { userId: jonas.id }),
        call('POST', '/recoverycodes', { password }, { userId: jonas.id }),
      ];
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([
        404, 404, 404, 404, 404,
      ]);
    });
  });

  describe('opens a login', () => {
    it('with the code of now, the one before or the one after, and no other', async () => {
      const { secret } = await setUp();
      for (const steps of [-2, 2])
        expect(outcome(await give(await challengeFor(), codeOf(server, secret, steps)))).toEqual([
          401,
          'wrongCode',
        ]);
      for (const steps of [-1, 0, 1])
        expect((await give(await challengeFor(), codeOf(server, secret, steps))).statusCode).toBe(
          200,
        );
    });

    it('however the digits are spaced', async () => {
      const { secret } = await setUp();
      expect(
        (await give(await challengeFor(), ` ${codeOf(server, secret).replace(/(...)/, '$1 ')}\n`))
          .statusCode,
      ).toBe(200);
    });

    it('with each code once, also when many give it at once; an older one is spent with it', async () => {
      const { secret } = await setUp();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => challengeFor(createBrowser(server))),
      );
      const code = codeOf(server, secret);
      const answers = await Promise.all(
        challenges.map((challenge) => give(challenge, code, createBrowser(server))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
      expect(outcome(await give(await challengeFor(), codeOf(server, secret, -1)))).toEqual([
        401,
        'wrongCode',
      ]);
    });

    it('with each challenge once', async () => {
      const { secret } = await setUp();
      const challenge = await challengeFor();
      expect((await give(challenge, codeOf(server, secret))).statusCode).toBe(200);
      server.clock.forward(stepMs);
      expect(outcome(await give(challenge, codeOf(server, secret)))).toEqual([410, 'tookTooLong']);
    });

    it('within five minutes, with the password that was given, and for whoever gave it', async () => {
      const { secret } = await setUp();
      const late = await challengeFor();
      server.clock.forward(limits.secondFactor.challengeMinutes * minuteMs);
      expect(outcome(await give(late, codeOf(server, secret)))).toEqual([410, 'tookTooLong']);
      expect(outcome(await give('made-up', codeOf(server, secret)))).toEqual([410, 'tookTooLong']);

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
      expect(outcome(await give(ofJonas, codeOf(server, secret)))).toEqual([401, 'wrongCode']);

      const old = await challengeFor();
      await server.deps.db
        .updateTable('users')
        .set({ passwordHash: await hashPassword(server.deps, 'Fahrrad-im-Regen') })
        .where('id', '=', miriam.id)
        .execute();
      expect(outcome(await give(old, codeOf(server, secret)))).toEqual([410, 'tookTooLong']);
    });

    it('and its challenge opens nothing else', async () => {
      await setUp();
      const answer = await server.app.inject({
        url: `/api/v2.0/user/${miriam.id}/sessions`,
        headers: { ...headers, authorization: `Bearer ${await challengeFor()}` },
      });
      expect(answer.statusCode).toBe(401);
    });

    it('after five wrong codes no more, not with the right one either, and a right password changes nothing about that', async () => {
      const { secret } = await setUp();
      for (let tries = 0; tries < wrongTries; tries += 1)
        expect(outcome(await give(await challengeFor(), wrongCode))).toEqual([401, 'wrongCode']);
      const challenge = await challengeFor();
      const locked = await give(challenge, codeOf(server, secret));
      expect([...outcome(locked), json(locked)['nextPossibleRetry']]).toEqual([
        423,
        'loginLocked',
        new Date(server.clock.now().getTime() + minuteMs).toISOString(),
      ]);
      server.clock.forward(minuteMs);
      expect((await give(challenge, codeOf(server, secret))).statusCode).toBe(200);
    });

    it('lets five of a hundred wrong codes at once be compared', async () => {
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

    it('on a known device, when a stranger has locked it elsewhere', async () => {
      const { secret } = await setUp();
      expect((await give(await challengeFor(), codeOf(server, secret))).statusCode).toBe(200);
      const stranger = createBrowser(server);
      for (let tries = 0; tries < wrongTries; tries += 1)
        await give(await challengeFor(stranger), wrongCode, stranger);
      server.clock.forward(stepMs);
      expect(
        (await give(await challengeFor(stranger), codeOf(server, secret), stranger)).statusCode,
      ).toBe(423);
      expect((await give(await challengeFor(), codeOf(server, secret))).statusCode).toBe(200);
    });

    it('also after the password was reset by a mailed link', async () => {
      const { secret } = await setUp();
      for (let tries = 0; tries < wrongTries; tries += 1)
        await give(await challengeFor(), wrongCode);
      await browser.post('/v2.0/user/password', { username: miriam.username ?? '' });
      const { answerRequests } = await import('../credentials/service.ts');
      await answerRequests(server.deps);
      const mail = (await newestMessages(server.deps, 100)).find(
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
      expect((await give(step.challenge, codeOf(server, secret))).statusCode).toBe(423); // new tries are not to be had by mail
    });

    it('for nobody without access', async () => {
      const { secret } = await setUp();
      const challenge = await challengeFor();
      await server.deps.db
        .updateTable('memberships')
        .set({ isDisabled: 1 })
        .where('userId', '=', miriam.id)
        .execute();
      expect(outcome(await give(challenge, wrongCode))).toEqual([401, 'wrongCode']); // who cannot log in is told nothing of the access
      expect((await give(challenge, codeOf(server, secret))).statusCode).toBe(406);
    });
  });

  describe('has recovery codes', () => {
    it('each of which opens a login once; the user is told', async () => {
      const {
        recoveryCodes: [code = '', other = ''],
      } = await setUp();
      expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
      expect((await give(await challengeFor(), code)).statusCode).toBe(200);
      expect((await state()).recoveryCodesLeft).toBe(9);
      expect((await subjects()).at(-1)).toBe('Sicherheit: Wiederherstellungscode benutzt');
      expect(outcome(await give(await challengeFor(), code))).toEqual([401, 'wrongCode']);
      const sloppy = ` ${other.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      expect((await give(await challengeFor(), sloppy)).statusCode).toBe(200);
    });

    it('that open one login when many give the same at once', async () => {
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

    it('of the user’s own only', async () => {
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

    it('that can be made anew, which ends the old ones', async () => {
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

    it('or none, without a second factor', async () => {
      expect((await call('POST', '/recoverycodes', { password })).statusCode).toBe(404);
    });
  });

  describe('goes', () => {
    it('by the password, with its recovery codes; the password is enough again', async () => {
      await setUp();
      expect(json(await call('POST', '/totp/remove', { password }))).toEqual({ removed: true });
      expect(await state()).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      expect((await subjects()).at(-1)).toBe('Sicherheit: Authenticator-App entfernt');
      expect((await call('POST', '/totp/remove', { password })).statusCode).toBe(404);
    });

    it('once, and a repeat whose answer was lost is told so again', async () => {
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

    it('by the provider, whose client is told', async () => {
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
      expect(await state()).toMatchObject({ reason: 'unauthorized' }); // the device may be in other hands, with a session on it
      expect(
        (await subjects()).filter(
          (subject) => subject === 'Sicherheit: Anmeldung in zwei Schritten ist ausgeschaltet',
        ),
      ).toHaveLength(1);
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
    });
  });

  describe('is answered again as the first time where that answer was lost', () => {
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
    const sessionIdOf = (answer: Awaited<ReturnType<typeof give>>) =>
      json<UserSession>(answer).sessionId;
    const tries = () => server.deps.db.selectFrom('loginTries').selectAll().execute();

    it('when it is set up: the recovery codes are the same, for this session', async () => {
      const { secret, setup } = await begin();
      const code = codeOf(server, secret);
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
      'when it opens a login (%s): the session is the same, and no try is counted',
      async (method) => {
        const { secret, recoveryCodes } = await setUp();
        const code = method === 'totp' ? codeOf(server, secret) : (recoveryCodes[0] ?? '');
        await server.deps.db.deleteFrom('loginTries').execute();
        const challenge = await challengeFor();
        const without = browser.copy(); // the cookies were lost with the answer
        const first = await giveAgain(challenge, code);
        const again = await giveAgain(challenge, code, without);
        expect([first.statusCode, again.statusCode, sessionIdOf(again)]).toEqual([
          200,
          200,
          sessionIdOf(first),
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
        ]); // it is in use by now
      },
    );

    it('also while the first is still being answered', async () => {
      const { secret } = await setUp();
      await server.deps.db.deleteFrom('loginTries').execute();
      const challenge = await challengeFor();
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          giveAgain(challenge, codeOf(server, secret), browser.copy()),
        ),
      );
      expect(new Set(answers.map(sessionIdOf)).size).toBe(1);
      expect(await tries()).toEqual([]);
    });

    it('and a wrong code counts every time', async () => {
      await setUp();
      const challenge = await challengeFor();
      for (let count = 0; count < wrongTries; count += 1)
        expect(outcome(await giveAgain(challenge, wrongCode))).toEqual([401, 'wrongCode']);
      expect(outcome(await giveAgain(challenge, wrongCode))).toEqual([423, 'loginLocked']);
    });
  });

  it('is used up with the login that it opens, or not at all', async () => {
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

  it('stands in no table, mail or log so that anybody could use it', async () => {
    const { secret, recoveryCodes } = await setUp();
    const challenge = await challengeFor();
    const code = codeOf(server, secret);
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

  it('leaves nothing behind of what was used once its time is over', async () => {
    const { secret } = await setUp();
    await give(await challengeFor(), codeOf(server, secret));
    const used = () => server.deps.db.selectFrom('usedTokens').selectAll().execute();
    expect(await used()).not.toEqual([]);
    server.clock.forward(limits.secondFactor.setupMinutes * minuteMs);
    await housekeep(server.deps);
    expect(await used()).toEqual([]);
  });
});

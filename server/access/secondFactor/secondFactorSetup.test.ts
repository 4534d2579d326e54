import { minuteMs } from '#schemas/platform/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import type { SecondFactor } from '#schemas/access/secondFactor.ts';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import type { UserRow } from '#server/db/schema.ts';
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

  describe('setup', () => {
    it('Setup needs the password and a code, then a login requires one', async () => {
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      const { secret, uri, setup } = await begin();
      expect(uri).toMatch(new RegExp(`^otpauth://totp/.*${miriam.username}.*secret=${secret}`));
      // nothing is stored before the code
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      const confirmed = json<{ recoveryCodes: string[] }>(
        await call('PUT', '/totp', { setup, code: computeCode(server, secret) }),
      );
      expect(new Set(confirmed.recoveryCodes).size).toBe(secondFactorLimits.recoveryCodes);
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
      const second = await give(
        json<SecondStep>(first).challenge,
        computeCode(server, secret),
        fresh,
      );
      expect(json<UserSession>(second).user.userId).toBe(miriam.id);
      expect(fresh.cookie('formakte-registered')).toBeDefined();
      expect(fresh.cookie('formakte-device')).toBeDefined();
    });

    it('Setup needs a right code', async () => {
      const { setup } = await begin();
      const answer = await call('PUT', '/totp', { setup, code: wrongCode });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/code': 'Der Code ist falsch oder schon benutzt. Nehmen Sie den, der jetzt gilt.' },
      ]);
      expect((await state()).totp).toBeNull();
    });

    it('Setup must be completed once, within 15 minutes and by the same user', async () => {
      const { secret, setup } = await begin();
      const jonas = await addUser(server, [account.accountId]);
      const asJonas = { by: await signIn(server, jonas.id), userId: jonas.id };
      expect(
        (await call('PUT', '/totp', { setup, code: computeCode(server, secret) }, asJonas))
          .statusCode,
      ).toBe(410);
      const confirm = () => call('PUT', '/totp', { setup, code: computeCode(server, secret) });
      const both = await Promise.all([confirm(), confirm()]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
      const late = await begin();
      server.clock.forward(storedFactorLimits.setupMinutes * minuteMs);
      headers = await signIn(server, miriam.id);
      expect(
        (await call('PUT', '/totp', { setup: late.setup, code: computeCode(server, late.secret) }))
          .statusCode,
      ).toBe(410);
      expect((await call('PUT', '/totp', { setup: 'made-up', code: wrongCode })).statusCode).toBe(
        410,
      );
    });

    it('A new app replaces the former one and keeps the recovery codes', async () => {
      const before = await setUp();
      const { secret, setup } = await begin();
      expect(
        json(await call('PUT', '/totp', { setup, code: computeCode(server, secret) })),
      ).toEqual({
        recoveryCodes: [],
      });
      server.clock.forward(2 * stepMs);
      expect(outcome(await give(await challengeFor(), computeCode(server, before.secret)))).toEqual(
        [401, 'wrongCode'],
      );
      expect((await give(await challengeFor(), computeCode(server, secret))).statusCode).toBe(200);
    });

    it.each([['/totp'], ['/totp/remove'], ['/recoverycodes']])(
      'A change (%s) needs the password and counts wrong ones',
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

    it('Setup is for the user themselves only', async () => {
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
});

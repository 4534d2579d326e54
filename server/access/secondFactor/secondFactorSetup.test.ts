import { minuteMs } from '#schemas/platform/time.ts';
import { describe, expect, it } from 'vitest';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import {
  password,
  setUpSecondFactor,
  stepMs,
  summarize,
  wrongCode,
} from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, createBrowser, json, signIn } from '#server/testing/testServer.ts';

describeOnEachDatabase('a second factor', (open) => {
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
  } = setUpSecondFactor(open);

  describe('setup', () => {
    it('Setup needs the password and a code, then a login requires one', async () => {
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      const { secret, uri, setup } = await beginTotp();
      expect(uri).toMatch(
        new RegExp(`^otpauth://totp/.*${world.miriam.username}.*secret=${secret}`),
      );
      // nothing is stored before the code
      expect(Object.keys(json(await logIn()))).toContain('accessToken');
      const confirmed = json<{ recoveryCodes: string[] }>(
        await call('PUT', '/totp', { setup, code: computeCode(world.server, secret) }),
      );
      expect(new Set(confirmed.recoveryCodes).size).toBe(secondFactorLimits.recoveryCodes);
      expect(await loadState()).toEqual({
        totp: { createdAt: world.server.clock.now().toISOString() },
        passkeys: [],
        recoveryCodesLeft: 10,
      });
      expect(await listSubjects()).toEqual([
        'Sicherheit: Anmeldung in zwei Schritten ist eingeschaltet',
      ]);

      const fresh = createBrowser(world.server);
      const first = await logIn(fresh);
      expect(json(first)).toEqual({
        challenge: expect.any(String),
        methods: ['totp', 'recoveryCode'],
      });
      expect([fresh.cookie('formakte-registered'), fresh.cookie('formakte-device')]).toEqual([
        undefined,
        undefined,
      ]);
      world.server.clock.forward(stepMs);
      const second = await giveCode(
        json<SecondStep>(first).challenge,
        computeCode(world.server, secret),
        fresh,
      );
      expect(json<UserSession>(second).user.userId).toBe(world.miriam.id);
      expect(fresh.cookie('formakte-registered')).toBeDefined();
      expect(fresh.cookie('formakte-device')).toBeDefined();
    });

    it('Setup needs a right code', async () => {
      const { setup } = await beginTotp();
      const answer = await call('PUT', '/totp', { setup, code: wrongCode });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/code': 'Der Code ist falsch. Nehmen Sie den, den die App jetzt zeigt.' },
      ]);
      expect((await loadState()).totp).toBeNull();
    });

    it('Setup must be completed once, within 15 minutes and by the same user', async () => {
      const { secret, setup } = await beginTotp();
      const jonas = await addUser(world.server, [world.account.accountId]);
      const asJonas = { by: await signIn(world.server, jonas.id), userId: jonas.id };
      expect(
        (await call('PUT', '/totp', { setup, code: computeCode(world.server, secret) }, asJonas))
          .statusCode,
      ).toBe(410);
      const confirm = () =>
        call('PUT', '/totp', { setup, code: computeCode(world.server, secret) });
      const both = await Promise.all([confirm(), confirm()]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
      const late = await beginTotp();
      world.server.clock.forward(storedFactorLimits.setupMinutes * minuteMs);
      world.headers = await signIn(world.server, world.miriam.id);
      expect(
        (
          await call('PUT', '/totp', {
            setup: late.setup,
            code: computeCode(world.server, late.secret),
          })
        ).statusCode,
      ).toBe(410);
      expect((await call('PUT', '/totp', { setup: 'made-up', code: wrongCode })).statusCode).toBe(
        410,
      );
    });

    it('A new app replaces the former one and keeps the recovery codes', async () => {
      const before = await setUpTotp();
      const { secret, setup } = await beginTotp();
      expect(
        json(await call('PUT', '/totp', { setup, code: computeCode(world.server, secret) })),
      ).toEqual({
        recoveryCodes: [],
      });
      world.server.clock.forward(2 * stepMs);
      expect(
        summarize(await giveCode(await startLogin(), computeCode(world.server, before.secret))),
      ).toEqual([401, 'wrongCode']);
      expect(
        (await giveCode(await startLogin(), computeCode(world.server, secret))).statusCode,
      ).toBe(200);
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
        const change = await world.server.app.inject({
          method: 'PUT',
          url: `/api/v2.0/user/${world.miriam.id}/changepassword`,
          headers: world.headers,
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
      const jonas = await addUser(world.server, [world.account.accountId]);
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

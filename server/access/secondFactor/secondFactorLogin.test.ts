import { minuteMs } from '#schemas/platform/time.ts';
import { describe, expect, it } from 'vitest';
import { loginLimits, storedFactorLimits } from '#server/access/limits.ts';
import type { SecondStep } from '#schemas/access/sessions.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import {
  password,
  setUpSecondFactor,
  stepMs,
  summarize,
  wrongCode,
} from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, createBrowser, json, signIn } from '#server/testing/testServer.ts';

const { wrongAttempts } = loginLimits;

describeOnEachDatabase('a second factor', (open) => {
  const { world, setUpTotp, startLogin, giveCode } = setUpSecondFactor(open);

  describe('login', () => {
    it('A login accepts the current code and its neighbours only', async () => {
      const { secret } = await setUpTotp();
      for (const steps of [-2, 2])
        expect(
          summarize(await giveCode(await startLogin(), computeCode(world.server, secret, steps))),
        ).toEqual([401, 'wrongCode']);
      for (const steps of [-1, 0, 1])
        expect(
          (await giveCode(await startLogin(), computeCode(world.server, secret, steps))).statusCode,
        ).toBe(200);
    });

    it('A login accepts a code with spaces', async () => {
      const { secret } = await setUpTotp();
      expect(
        (
          await giveCode(
            await startLogin(),
            ` ${computeCode(world.server, secret).replace(/(...)/, '$1 ')}\n`,
          )
        ).statusCode,
      ).toBe(200);
    });

    it('A code works once, also concurrently, and voids older ones', async () => {
      const { secret } = await setUpTotp();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => startLogin(createBrowser(world.server))),
      );
      const code = computeCode(world.server, secret);
      const answers = await Promise.all(
        challenges.map((challenge) => giveCode(challenge, code, createBrowser(world.server))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
      expect(
        summarize(await giveCode(await startLogin(), computeCode(world.server, secret, -1))),
      ).toEqual([401, 'wrongCode']);
    });

    it('A challenge works once', async () => {
      const { secret } = await setUpTotp();
      const challenge = await startLogin();
      expect((await giveCode(challenge, computeCode(world.server, secret))).statusCode).toBe(200);
      world.server.clock.forward(stepMs);
      expect(summarize(await giveCode(challenge, computeCode(world.server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);
    });

    it('A challenge is valid for five minutes, one password and one user', async () => {
      const { secret } = await setUpTotp();
      const late = await startLogin();
      world.server.clock.forward(storedFactorLimits.challengeMinutes * minuteMs);
      expect(summarize(await giveCode(late, computeCode(world.server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);
      expect(summarize(await giveCode('made-up', computeCode(world.server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);

      const [mine, jonas] = [
        world.miriam,
        await addUser(world.server, [world.account.accountId], {
          passwordHash: await hashPassword(world.server.deps, password),
        }),
      ];
      world.miriam = jonas;
      world.headers = await signIn(world.server, jonas.id);
      await setUpTotp();
      const ofJonas = await startLogin();
      world.miriam = mine;
      expect(summarize(await giveCode(ofJonas, computeCode(world.server, secret)))).toEqual([
        401,
        'wrongCode',
      ]);

      const old = await startLogin();
      await world.server.deps.db
        .updateTable('users')
        .set({ passwordHash: await hashPassword(world.server.deps, 'Fahrrad-im-Regen') })
        .where('id', '=', world.miriam.id)
        .execute();
      expect(summarize(await giveCode(old, computeCode(world.server, secret)))).toEqual([
        410,
        'tookTooLong',
      ]);
    });

    it('A challenge opens nothing else', async () => {
      await setUpTotp();
      const answer = await world.server.app.inject({
        url: `/api/v2.0/user/${world.miriam.id}/sessions`,
        headers: { ...world.headers, authorization: `Bearer ${await startLogin()}` },
      });
      expect(answer.statusCode).toBe(401);
    });

    it('Five wrong codes lock the second step, also after a right password', async () => {
      const { secret } = await setUpTotp();
      for (let attempt = 0; attempt < wrongAttempts; attempt += 1)
        expect(summarize(await giveCode(await startLogin(), wrongCode))).toEqual([
          401,
          'wrongCode',
        ]);
      const challenge = await startLogin();
      const locked = await giveCode(challenge, computeCode(world.server, secret));
      expect([...summarize(locked), json(locked)['nextPossibleRetry']]).toEqual([
        423,
        'loginLocked',
        new Date(world.server.clock.now().getTime() + minuteMs).toISOString(),
      ]);
      world.server.clock.forward(minuteMs);
      expect((await giveCode(challenge, computeCode(world.server, secret))).statusCode).toBe(200);
    });

    it('A wrong code shows the attempts left, the fifth the lock', async () => {
      await setUpTotp();
      const wrong = 'Der Code ist falsch oder schon benutzt. Nehmen Sie den, der jetzt gilt.';
      const challenge = await startLogin();
      const answers: Partial<Problem>[] = [];
      for (let attempt = 0; attempt < wrongAttempts; attempt += 1)
        answers.push(json(await giveCode(challenge, wrongCode)));
      const lockedUntil = new Date(world.server.clock.now().getTime() + minuteMs).toISOString();
      expect(
        answers.map(({ triesLeft, reasonMessage, nextPossibleRetry }) => [
          triesLeft,
          reasonMessage,
          nextPossibleRetry,
        ]),
      ).toEqual([
        [4, wrong, undefined],
        [3, `${wrong} Sie haben noch 3 Versuche.`, undefined],
        [2, `${wrong} Sie haben noch 2 Versuche.`, undefined],
        [
          1,
          `${wrong} Nach einem weiteren falschen Versuch ist die Anmeldung kurz gesperrt.`,
          undefined,
        ],
        [0, wrong, lockedUntil],
      ]);
    });

    it('A hundred concurrent wrong codes are compared five times', async () => {
      await setUpTotp();
      const challenge = await startLogin();
      const statuses = (
        await Promise.all(
          Array.from({ length: 100 }, () =>
            giveCode(challenge, wrongCode, createBrowser(world.server)),
          ),
        )
      ).map(({ statusCode }) => statusCode);
      expect([
        statuses.filter((status) => status === 401).length,
        statuses.filter((status) => status === 423).length,
      ]).toEqual([wrongAttempts, 100 - wrongAttempts]);
    });

    it('A known device is not locked by an attacker elsewhere', async () => {
      const { secret } = await setUpTotp();
      expect(
        (await giveCode(await startLogin(), computeCode(world.server, secret))).statusCode,
      ).toBe(200);
      const stranger = createBrowser(world.server);
      for (let attempt = 0; attempt < wrongAttempts; attempt += 1)
        await giveCode(await startLogin(stranger), wrongCode, stranger);
      world.server.clock.forward(stepMs);
      expect(
        (await giveCode(await startLogin(stranger), computeCode(world.server, secret), stranger))
          .statusCode,
      ).toBe(423);
      expect(
        (await giveCode(await startLogin(), computeCode(world.server, secret))).statusCode,
      ).toBe(200);
    });

    it('A lockout survives a password reset', async () => {
      const { secret } = await setUpTotp();
      for (let attempt = 0; attempt < wrongAttempts; attempt += 1)
        await giveCode(await startLogin(), wrongCode);
      await world.browser.post('/v2.0/user/password', { username: world.miriam.username ?? '' });
      const { answerRequests } = await import('../credentials/service.ts');
      await answerRequests(world.server.deps);
      const mail = (await listNewestMessages(world.server.deps, 100)).find(
        ({ recipient, subject }) =>
          recipient === world.miriam.email && subject === 'Neues Passwort festlegen',
      );
      const key = /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
      const chosen = 'Fahrrad-im-Regen';
      expect(
        (
          await world.server.app.inject({
            method: 'PUT',
            url: `/api/v2.0/user/password/${key}`,
            headers: world.headers,
            payload: { password: chosen },
          })
        ).statusCode,
      ).toBe(200);
      const step = json<SecondStep>(
        await world.browser.post('/authenticate/login', {
          Username: world.miriam.username ?? '',
          Password: chosen,
        }),
      );
      expect(step.methods).toEqual(['totp', 'recoveryCode']);
      // a mailed link must not reset the attempts
      expect((await giveCode(step.challenge, computeCode(world.server, secret))).statusCode).toBe(
        423,
      );
    });

    it('A user without access cannot log in', async () => {
      const { secret } = await setUpTotp();
      const challenge = await startLogin();
      await world.server.deps.db
        .updateTable('memberships')
        .set({ isDisabled: 1 })
        .where('userId', '=', world.miriam.id)
        .execute();
      // the second step reveals nothing about the access
      expect(summarize(await giveCode(challenge, wrongCode))).toEqual([401, 'wrongCode']);
      expect((await giveCode(challenge, computeCode(world.server, secret))).statusCode).toBe(406);
    });
  });
});

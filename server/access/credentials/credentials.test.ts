import { minuteMs } from '#schemas/platform/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialLimits } from '#schemas/access/limits.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { hashPassword, verifyPassword } from '#server/security/passwords.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { answerRequests } from './service.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

const hourMs = 60 * minuteMs;
const chosen = 'Fahrrad-im-Regen';

describeOnEachDatabase('forgotten credentials', (open) => {
  let server: TestServer;
  let accountId: string;
  let miriam: UserRow;
  const log = createRecordedLog();
  beforeAll(async () => {
    log.clear();
    server = await startTestServer({ open, appOptions: { logger: log.logger } });
    ({ accountId } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    miriam = await addUser(server, [accountId]);
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const ask = (what: 'username' | 'password', payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/v2.0/user/${what}`, headers: webKeys, payload });
  const mails = async () => {
    await answerRequests(server.deps);
    return (await listNewestMessages(server.deps, 100)).sort(
      (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    );
  };
  const newKeys = async () =>
    (await mails()).flatMap(({ body }) => /reset-password\/(\S+)/.exec(body)?.[1] ?? []);
  const fetchLink = async (username: string): Promise<string> => {
    await ask('password', { username });
    const [key = ''] = await newKeys();
    await server.deps.db.deleteFrom('mailOutbox').execute();
    return key;
  };
  const look = (key: string) =>
    server.app.inject({ url: `/api/v2.0/user/password/${key}`, headers: webKeys });
  const reset = (key: string, password = chosen, language = 'de', idempotencyKey = '') =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v2.0/user/password/${key}`,
      headers: {
        ...webKeys,
        'accept-language': language,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      payload: { password },
    });
  const storedHash = async () =>
    (
      await server.deps.db
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', miriam.id)
        .executeTakeFirstOrThrow()
    ).passwordHash;

  describe('a request for credentials', () => {
    it('Every username of an address is mailed, in any spelling of the address', async () => {
      const jonas = await addUser(server, [accountId], {
        emailKey: miriam.emailKey,
        email: miriam.email,
        language: 'en',
        firstName: 'Jonas',
      });
      expect(json(await ask('username', { email: ` ${miriam.email.toUpperCase()} ` }))).toEqual({
        sent: true,
      });
      const sent = (await mails()).toSorted((one, other) =>
        String(one.subject).localeCompare(String(other.subject)),
      ); // the order is not specified
      expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [miriam.email, 'Ihr Benutzername'],
        [miriam.email, 'Your username'],
      ]);
      expect(sent[0]?.body).toContain(miriam.username);
      expect(sent[1]?.body).toContain(jonas.username);
      expect(sent[0]?.accountId).toBe(accountId);
    });

    it('A link is mailed for a username with surrounding spaces', async () => {
      expect(
        json(await ask('password', { username: ` ${miriam.username?.toUpperCase()} ` })),
      ).toEqual({ sent: true });
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ recipient: miriam.email, subject: 'Neues Passwort festlegen' });
      expect(mail?.body).toMatch(/http:\/\/localhost:8080\/reset-password\/[\w-]{43}\n/);
    });

    it('Unregistered users get no mail, and the response is the same', async () => {
      const invited = await addUser(server, [accountId], {
        status: 0,
        username: null,
        usernameKey: null,
      });
      const answers = [
        await ask('username', { email: miriam.email }),
        await ask('username', { email: invited.email }),
        await ask('username', { email: 'nobody@beispiel.de' }),
      ];
      expect(
        new Set(
          answers.map(({ statusCode, body, headers }) =>
            JSON.stringify([statusCode, body, Object.keys(headers)]),
          ),
        ).size,
      ).toBe(1);
      const links = [
        await ask('password', { username: miriam.username ?? '' }),
        await ask('password', { username: 'nobody' }),
      ];
      expect(new Set(links.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      expect((await mails()).map(({ recipient }) => recipient)).toEqual([
        miriam.email,
        miriam.email,
      ]);
    });

    it('The response is sent first, with the same work for unknown users', async () => {
      await ask('password', { username: miriam.username ?? '' });
      await ask('password', { username: 'nobody-at-all' });
      const { db } = server.deps;
      expect(await db.selectFrom('mailOutbox').selectAll().execute()).toEqual([]);
      expect(
        (await db.selectFrom('credentialRequests').selectAll().execute()).map(
          ({ askedFor }) => askedFor,
        ),
      ).toEqual([miriam.usernameKey, 'nobody-at-all']);
      await answerRequests(server.deps);
      // requests are deleted after processing
      expect(await db.selectFrom('credentialRequests').selectAll().execute()).toEqual([]);
    });

    it('Three mails per hour are sent, and further requests are dropped silently', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask('password', { username: miriam.username ?? '' })),
      );
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
        new Set(['200 {"sent":true}']),
      );
      expect(await mails()).toHaveLength(credentialRateLimits.mailsPerHour);
      server.clock.forward(hourMs);
      await ask('password', { username: miriam.username ?? '' });
      expect(await mails()).toHaveLength(credentialRateLimits.mailsPerHour + 1);
    });

    it('Several processes send each mail once', async () => {
      await ask('username', { email: miriam.email });
      await Promise.all([
        answerRequests(server.deps),
        answerRequests(server.deps),
        answerRequests(server.deps),
      ]);
      expect(await mails()).toHaveLength(1);
    });

    it('An invalid address is refused with a text', async () => {
      const answer = await ask('username', { email: 'miriam@' });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        {
          '/email': 'Schreiben Sie die E-Mail-Adresse so: name@beispiel.de.',
        },
      ]);
    });
  });

  describe('a link to a new password', () => {
    it('The link shows its username and changes nothing when a scanner opens it', async () => {
      const key = await fetchLink(miriam.username ?? '');
      for (let times = 0; times < 20; times += 1)
        expect(json(await look(key))).toEqual({ username: miriam.username });
      expect(
        (
          await server.app.inject({
            method: 'HEAD',
            url: `/api/v2.0/user/password/${key}`,
            headers: webKeys,
          })
        ).statusCode,
      ).toBe(200);
      expect((await reset(key)).statusCode).toBe(200);
    });

    it('The link sets the password, ends every session and mails a notice', async () => {
      const sessions = [
        await signIn(server, miriam.id),
        await signIn(server, miriam.id, 'unregistered', accountId),
      ];
      const another = await addUser(server, [accountId]);
      const others = await signIn(server, another.id);
      const key = await fetchLink(miriam.username ?? '');
      expect(json(await reset(key))).toEqual({ changed: true });
      expect(await verifyPassword(server.deps, await storedHash(), chosen)).toBe(true);
      const getStatus = async (headers: Record<string, string>, userId: string) =>
        (
          await server.app.inject({
            url: `/api/v2.0/e.consult.${accountId}/user/${userId}/profile/picture`,
            headers,
          })
        ).statusCode;
      expect([
        await getStatus(sessions[0] ?? {}, miriam.id),
        await getStatus(sessions[1] ?? {}, miriam.id),
        await getStatus(others, another.id),
      ]).toEqual([401, 401, 404]);
      expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [miriam.email, 'Ihr Passwort wurde geändert'],
      ]);
    });

    it('The link unlocks the change of the password', async () => {
      const by = await signIn(server, miriam.id);
      const change = async (headers: Record<string, string>, oldpassword: string) =>
        json(
          await server.app.inject({
            method: 'PUT',
            url: `/api/v2.0/user/${miriam.id}/changepassword`,
            headers,
            payload: {
              oldpassword,
              newpassword: 'Regen-im-Fahrrad',
              newpasswordconfirmation: 'Regen-im-Fahrrad',
            },
          }),
        );
      for (let count = 0; count <= credentialRateLimits.wrongAttempts; count += 1)
        await change(by, 'falsch');
      expect(await change(by, 'falsch')).toMatchObject({ result: 1 });
      await reset(await fetchLink(miriam.username ?? ''));
      expect(await change(await signIn(server, miriam.id), chosen)).toMatchObject({ result: 0 });
    });

    it('The link works once, also for concurrent requests', async () => {
      const key = await fetchLink(miriam.username ?? '');
      const answers = await Promise.all(Array.from({ length: 6 }, () => reset(key)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        200, 410, 410, 410, 410, 410,
      ]);
      const again = await look(key);
      expect([again.statusCode, json(again)['reason']]).toEqual([410, 'linkExpired']);
      expect(await mails()).toHaveLength(1);
    });

    it('A retry gets the first response and sets nothing again', async () => {
      const key = await fetchLink(miriam.username ?? '');
      const again = () => reset(key, chosen, 'de', 'made-once-per-click');
      const answers = await Promise.all(Array.from({ length: 4 }, again));
      for (const answer of [...answers, await again()])
        expect([answer.statusCode, json(answer)]).toEqual([200, { changed: true }]);
      expect(await mails()).toHaveLength(1);
      const other = await reset(key, 'Regen-im-Fahrrad', 'de', 'made-once-per-click');
      expect([other.statusCode, json(other)['reason']]).toEqual([409, 'conflict']);
      expect((await reset(key, chosen, 'de', 'another-click-of-it')).statusCode).toBe(410);
    });

    it('The link is valid for half an hour, until another one is used', async () => {
      await ask('password', { username: miriam.username ?? '' });
      await ask('password', { username: miriam.username ?? '' });
      const [late = '', used = ''] = await newKeys();
      server.clock.forward((credentialLimits.linkMinutes - 1) * minuteMs);
      expect((await look(late)).statusCode).toBe(200);
      expect((await reset(used)).statusCode).toBe(200);
      expect((await reset(late)).statusCode).toBe(410);
      const another = await fetchLink(miriam.username ?? '');
      server.clock.forward(credentialLimits.linkMinutes * minuteMs);
      expect((await look(another)).statusCode).toBe(410);
    });

    it('A clock that is set back makes no link valid longer', async () => {
      const key = await fetchLink(miriam.username ?? '');
      server.clock.jump(-2 * hourMs);
      server.clock.forward(credentialLimits.linkMinutes * minuteMs - 1);
      expect((await look(key)).statusCode).toBe(200);
      server.clock.forward(1);
      expect((await look(key)).statusCode).toBe(410);
      expect((await reset(key)).statusCode).toBe(410);
      server.clock.jump(2 * hourMs); // as it was before, for the tests that follow
    });

    it('An unknown link is refused', async () => {
      for (const key of ['x'.repeat(43), 'x', `${await fetchLink(miriam.username ?? '')}x`]) {
        for (const answer of [await look(key), await reset(key)])
          expect([answer.statusCode, json(answer)['reason']]).toEqual([404, 'linkInvalid']);
      }
    });

    it.each([
      ['kurz', 'de', 'Noch 4 Zeichen, dann sind es 8.'],
      ['fahrradimregen', 'de', /^Mischen Sie mindestens drei/],
      ['Passwort1!', 'de', /^Dieses Passwort ist leicht zu erraten/],
      ['Passwort1!', 'en', /easy to guess/],
    ])('The link refuses %s (%s) and stays valid', async (password, language, sentence) => {
      const key = await fetchLink(miriam.username ?? '');
      const answer = await reset(key, password, language);
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/password': expect.stringMatching(sentence) },
      ]);
      expect(await storedHash()).toBeNull();
      expect((await reset(key)).statusCode).toBe(200);
    });

    it('A password that contains the username or the address is refused', async () => {
      const named = await addUser(server, [accountId], {
        username: 'castillo',
        usernameKey: `castillo-${miriam.id}`.toLowerCase(),
      });
      const key = await fetchLink(named.usernameKey ?? '');
      for (const password of ['x-Castillo-27', `K7!${named.email}`])
        expect(json(await reset(key, password))['fields']).toEqual({
          '/password': expect.stringMatching(/^Ihr Benutzername oder/),
        });
    });

    it('A password of 128 characters in any script is accepted, a longer one not', async () => {
      // the fox is one character and two UTF-16 units
      const long = `Kx7#ä🦊${'pq2L'.repeat(31)}`.slice(0, 129);
      expect(Array.from(long)).toHaveLength(128);
      expect((await reset(await fetchLink(miriam.username ?? ''), long)).statusCode).toBe(200);
      expect(await verifyPassword(server.deps, await storedHash(), long)).toBe(true);
      expect((await reset(await fetchLink(miriam.username ?? ''), `${long}x`)).statusCode).toBe(
        400,
      );
    });

    it('The link is in the mail only, neither in the database nor in the log', async () => {
      await server.deps.db
        .updateTable('users')
        .set({ passwordHash: await hashPassword(server.deps, 'Altes-Passwort-9') })
        .where('id', '=', miriam.id)
        .execute();
      const key = await fetchLink(miriam.username ?? '');
      await reset(key);
      const { db } = server.deps;
      const dump = JSON.stringify([
        await db.selectFrom('passwordLinks').selectAll().execute(),
        await db.selectFrom('users').selectAll().execute(),
        await db.selectFrom('attemptCounters').selectAll().execute(),
      ]);
      for (const secret of [key, chosen])
        expect([dump.includes(secret), log.read().includes(secret)]).toEqual([false, false]);
      expect(log.read()).toContain('/api/user/password/:passwordKey');
    });

    it('The link is deleted after a month', async () => {
      await reset(await fetchLink(miriam.username ?? ''));
      server.clock.forward((credentialRateLimits.linksKeptDays + 1) * 24 * hourMs);
      await housekeep(server.deps);
      expect(await server.deps.db.selectFrom('passwordLinks').selectAll().execute()).toEqual([]);
      expect(await server.deps.db.selectFrom('attemptCounters').selectAll().execute()).toEqual([]);
    });
  });
});

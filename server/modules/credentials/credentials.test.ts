import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/housekeeping.ts';
import { createLogger } from '#server/http/logging.ts';
import { hashPassword, verifyPassword } from '#server/http/passwords.ts';
import { newestMessages } from '#server/modules/outbox/service.ts';
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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const chosen = 'Fahrrad-im-Regen';

describeOnEachDatabase('forgotten credentials', (open) => {
  let server: TestServer;
  let accountId: string;
  let miriam: UserRow;
  let log: string;
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
    log = '';
    server = await startTestServer({ open, appOptions: { logger } });
    ({ accountId } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    miriam = await addUser(server, [accountId]);
    await server.deps.db.deleteFrom('outbox').execute();
  });

  const ask = (what: 'username' | 'password', payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/v2.0/user/${what}`, headers: webKeys, payload });
  const mails = async () => {
    await answerRequests(server.deps);
    return (await newestMessages(server.deps, 100)).sort(
      (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    );
  };
  const newKeys = async () =>
    (await mails()).flatMap(({ body }) => /reset-password\/(\S+)/.exec(body)?.[1] ?? []);
  const linkFor = async (username: string): Promise<string> => {
    await ask('password', { username });
    const [key = ''] = await newKeys();
    await server.deps.db.deleteFrom('outbox').execute();
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

  describe('are sent', () => {
    it('by mail: the username to each who is registered with the address, however it is written', async () => {
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
      ); // who comes first is nobody's promise
      expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [miriam.email, 'Ihr Benutzername'],
        [miriam.email, 'Your username'],
      ]);
      expect(sent[0]?.body).toContain(miriam.username);
      expect(sent[1]?.body).toContain(jonas.username);
      expect(sent[0]?.accountId).toBe(accountId);
    });

    it('as a link, for a username with blanks around it', async () => {
      expect(
        json(await ask('password', { username: ` ${miriam.username?.toUpperCase()} ` })),
      ).toEqual({ sent: true });
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ recipient: miriam.email, subject: 'Neues Passwort festlegen' });
      expect(mail?.body).toMatch(/http:\/\/localhost:8080\/reset-password\/[\w-]{43}\n/);
    });

    it('to nobody who has not registered, and the answer tells nothing', async () => {
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

    it('after the answer: asking does the same work for known and unknown', async () => {
      await ask('password', { username: miriam.username ?? '' });
      await ask('password', { username: 'nobody-at-all' });
      const { db } = server.deps;
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
      expect(
        (await db.selectFrom('credentialRequests').selectAll().execute()).map(
          ({ askedFor }) => askedFor,
        ),
      ).toEqual([miriam.usernameKey, 'nobody-at-all']);
      await answerRequests(server.deps);
      expect(await db.selectFrom('credentialRequests').selectAll().execute()).toEqual([]); // nothing is kept of what strangers type
    });

    it('three times an hour at most, also when many ask at once, and nobody is told', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask('password', { username: miriam.username ?? '' })),
      );
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
        new Set(['200 {"sent":true}']),
      );
      expect(await mails()).toHaveLength(limits.credentials.mailsPerHour);
      server.clock.forward(hourMs);
      await ask('password', { username: miriam.username ?? '' });
      expect(await mails()).toHaveLength(limits.credentials.mailsPerHour + 1);
    });

    it('once, though several processes see them', async () => {
      await ask('username', { email: miriam.email });
      await Promise.all([
        answerRequests(server.deps),
        answerRequests(server.deps),
        answerRequests(server.deps),
      ]);
      expect(await mails()).toHaveLength(1);
    });

    it('not to what is no address, with a sentence that says so', async () => {
      const answer = await ask('username', { email: 'miriam@' });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/email': 'Schreiben Sie die E-Mail-Adresse so: name@beispiel.de.' },
      ]);
    });
  });

  describe('a link to a new password', () => {
    it('tells whose it is and changes nothing, however often a mail scanner follows it', async () => {
      const key = await linkFor(miriam.username ?? '');
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

    it('sets it, ends every session and tells the user', async () => {
      const sessions = [
        await signIn(server, miriam.id),
        await signIn(server, miriam.id, 'unregistered', accountId),
      ];
      const another = await addUser(server, [accountId]);
      const others = await signIn(server, another.id);
      const key = await linkFor(miriam.username ?? '');
      expect(json(await reset(key))).toEqual({ changed: true });
      expect(await verifyPassword(server.deps, await storedHash(), chosen)).toBe(true);
      const statusOf = async (headers: Record<string, string>, userId: string) =>
        (
          await server.app.inject({
            url: `/api/v2.0/e.consult.${accountId}/user/${userId}/profile/picture`,
            headers,
          })
        ).statusCode;
      expect([
        await statusOf(sessions[0] ?? {}, miriam.id),
        await statusOf(sessions[1] ?? {}, miriam.id),
        await statusOf(others, another.id),
      ]).toEqual([401, 401, 404]);
      expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [miriam.email, 'Ihr Passwort wurde geändert'],
      ]);
    });

    it('lets the existing password be tried again where it was tried too often', async () => {
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
      for (let count = 0; count <= limits.credentials.wrongTries; count += 1)
        await change(by, 'falsch');
      expect(await change(by, 'falsch')).toMatchObject({ result: 1 });
      await reset(await linkFor(miriam.username ?? ''));
      expect(await change(await signIn(server, miriam.id), chosen)).toMatchObject({ result: 0 });
    });

    it('works once, also when it is used many times at once', async () => {
      const key = await linkFor(miriam.username ?? '');
      const answers = await Promise.all(Array.from({ length: 6 }, () => reset(key)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        200, 410, 410, 410, 410, 410,
      ]);
      const again = await look(key);
      expect([again.statusCode, json(again)['reason']]).toEqual([410, 'linkExpired']);
      expect(await mails()).toHaveLength(1);
    });

    it('answers a repeat as the first, whose answer may have been lost, and sets nothing again', async () => {
      const key = await linkFor(miriam.username ?? '');
      const again = () => reset(key, chosen, 'de', 'made-once-per-click');
      const answers = await Promise.all(Array.from({ length: 4 }, again));
      for (const answer of [...answers, await again()])
        expect([answer.statusCode, json(answer)]).toEqual([200, { changed: true }]);
      expect(await mails()).toHaveLength(1);
      const other = await reset(key, 'Regen-im-Fahrrad', 'de', 'made-once-per-click');
      expect([other.statusCode, json(other)['reason']]).toEqual([409, 'conflict']);
      expect((await reset(key, chosen, 'de', 'another-click-of-it')).statusCode).toBe(410);
    });

    it('works for half an hour, and not once another link was used', async () => {
      await ask('password', { username: miriam.username ?? '' });
      await ask('password', { username: miriam.username ?? '' });
      const [late = '', used = ''] = await newKeys();
      server.clock.forward((limits.credentials.linkMinutes - 1) * minuteMs);
      expect((await look(late)).statusCode).toBe(200);
      expect((await reset(used)).statusCode).toBe(200);
      expect((await reset(late)).statusCode).toBe(410);
      const another = await linkFor(miriam.username ?? '');
      server.clock.forward(limits.credentials.linkMinutes * minuteMs);
      expect((await look(another)).statusCode).toBe(410);
    });

    it('that nobody has made is unknown', async () => {
      for (const key of ['x'.repeat(43), 'x', `${await linkFor(miriam.username ?? '')}x`]) {
        for (const answer of [await look(key), await reset(key)])
          expect([answer.statusCode, json(answer)['reason']]).toEqual([404, 'linkInvalid']);
      }
    });

    it.each([
      ['kurz', 'de', 'Passwort Mindestlänge: 8 Zeichen. Es fehlen 4 Zeichen.'],
      ['fahrradimregen', 'de', /^Weniger als 3 Kriterien erfüllt/],
      ['Passwort1!', 'de', /^Passwort nicht erlaubt/],
      ['Passwort1!', 'en', /not allowed/i],
    ])('refuses %s (%s), and is still good', async (password, language, sentence) => {
      const key = await linkFor(miriam.username ?? '');
      const answer = await reset(key, password, language);
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/password': expect.stringMatching(sentence) },
      ]);
      expect(await storedHash()).toBeNull();
      expect((await reset(key)).statusCode).toBe(200);
    });

    it('refuses a password that holds the username or the e-mail address', async () => {
      const named = await addUser(server, [accountId], {
        username: 'castillo',
        usernameKey: `castillo-${miriam.id}`.toLowerCase(),
      });
      const key = await linkFor(named.usernameKey ?? '');
      for (const password of ['x-Castillo-27', `K7!${named.email}`])
        expect(json(await reset(key, password))['fields']).toEqual({
          '/password': expect.stringMatching(/^Benutzername enthalten/),
        });
    });

    it('takes a password of 128 characters as it is, in any script, and no longer one', async () => {
      const long = `Kx7#ä🦊${'pq2L'.repeat(31)}`.slice(0, 129); // the fox counts once and is two units
      expect(Array.from(long)).toHaveLength(128);
      expect((await reset(await linkFor(miriam.username ?? ''), long)).statusCode).toBe(200);
      expect(await verifyPassword(server.deps, await storedHash(), long)).toBe(true);
      expect((await reset(await linkFor(miriam.username ?? ''), `${long}x`)).statusCode).toBe(400);
    });

    it('stands in the mail only: neither in the database nor in the log', async () => {
      await server.deps.db
        .updateTable('users')
        .set({ passwordHash: await hashPassword(server.deps, 'Altes-Passwort-9') })
        .where('id', '=', miriam.id)
        .execute();
      const key = await linkFor(miriam.username ?? '');
      await reset(key);
      const { db } = server.deps;
      const dump = JSON.stringify([
        await db.selectFrom('passwordLinks').selectAll().execute(),
        await db.selectFrom('users').selectAll().execute(),
        await db.selectFrom('counts').selectAll().execute(),
      ]);
      for (const secret of [key, chosen])
        expect([dump.includes(secret), log.includes(secret)]).toEqual([false, false]);
      expect(log).toContain('/api/v2.0/user/password/:passwordKey');
    });

    it('is forgotten a month later', async () => {
      await reset(await linkFor(miriam.username ?? ''));
      server.clock.forward((limits.credentials.linksKeptDays + 1) * 24 * hourMs);
      await housekeep(server.deps);
      expect(await server.deps.db.selectFrom('passwordLinks').selectAll().execute()).toEqual([]);
      expect(await server.deps.db.selectFrom('counts').selectAll().execute()).toEqual([]);
    });
  });
});

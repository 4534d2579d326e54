import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { UserSession } from '#schemas/sessions.ts';
import type { Invitation, NewInvitation, ProviderUser } from '#schemas/users.ts';
import { newId } from '#server/db/newId.ts';
import { countWithin, dayMinutes } from '#server/http/counts.ts';
import { createLogger } from '#server/http/logging.ts';
import { newestMessages, sendOutbox } from '#server/modules/outbox/service.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const [minute, day] = [60_000, 24 * 3_600_000];

describeOnEachDatabase('access with an invitation’s key and a PIN', (open) => {
  let server: TestServer;
  let apiKey: string;
  let accountId: string;
  let userId: string;
  let key: string;
  let browser: ReturnType<typeof createBrowser>;
  let log = '';
  const logger = createLogger(
    'trace',
    new Writable({
      write(line, _, done) {
        log += String(line);
        done();
      },
    }),
  );

  const provider = (path: string, payload: object = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/provider/v1/users${path}`,
      headers: { 'x-api-key': apiKey },
      payload,
    });
  const invite = async (wanted: NewInvitation = {}) =>
    json<Invitation>(await provider(`/${userId}/invitations`, { sendMail: false, ...wanted }))
      .hashUserKey;

  const addWaiting = async (mobile: string) => {
    ({ userId } = json<ProviderUser>(
      await provider('', {
        firstName: 'Miriam',
        lastName: 'Castillo',
        email: 'miriam@beispiel.example',
        mobile,
      }),
    ));
    key = await invite();
    browser = createBrowser(server);
  };

  beforeAll(async () => {
    server = await startTestServer({ open, appOptions: { logger } });
    ({ apiKey, accountId } = await addAccount(server, { name: 'Kanzlei Test' }));
  });
  beforeEach(async () => {
    await server.deps.db.deleteFrom('outbox').execute();
    await server.deps.db.deleteFrom('counts').execute();
    await addWaiting('+49 171 1234567');
    log = '';
  });
  afterAll(() => server.close());

  const outbox = () => newestMessages(server.deps, 100).then((messages) => messages.reverse());
  const under = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });
  const askFor = (headers: Record<string, string> = {}, query = '', by = browser, of = key) =>
    by.get(`/v2.0/authenticate/adhoc/pin/${of}${query}`, headers);
  /** As it stands in the newest message. */
  const sentPin = async () =>
    /(?<![\d+])\d{6}(?!\d)/.exec((await outbox()).at(-1)?.body ?? '')?.[0] ?? '';
  const freshPin = async () => {
    await askFor();
    return sentPin();
  };
  const wrongFor = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  const enter = (password: string, by = browser, of = key, headers: Record<string, string> = {}) =>
    by.post('/v2.0/authenticate/adhoc', { key: of, password }, headers);
  const refusal = async (answer: ReturnType<typeof enter>) => {
    const { statusCode, json: body } = await answer;
    return [statusCode, body<{ reason: string }>().reason];
  };

  it('sends a PIN by mail, which opens an unregistered session for that account', async () => {
    expect(json(await askFor())).toEqual({ channel: 'Email' });
    expect(await outbox()).toMatchObject([
      {
        kind: 'mail',
        recipient: 'miriam@beispiel.example',
        subject: 'Ihre PIN für Kanzlei Test',
        goodUntil: expect.any(String),
      },
    ]);
    const answer = await enter(await sentPin());
    expect(answer.statusCode).toBe(200);
    const { accessToken, user } = json<UserSession>(answer);
    expect(user).toMatchObject({ userId, userStatus: 0, username: null });
    expect(user.accountIds).toHaveLength(1);
    const wizard = await server.app.inject({
      url: `/api/v2.0/user/${key}/wizard`,
      headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
    });
    expect(wizard.statusCode).toBe(200);
  });

  it('sends it by SMS where that is wanted, with a line that the telephone understands', async () => {
    expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({
      channel: 'Sms',
      numberEndsWith: '567',
    });
    const [sms] = await outbox();
    expect(sms).toMatchObject({ kind: 'sms', recipient: '+491711234567' });
    expect(sms?.body).toMatch(/^(\d{6}) ist Ihre PIN .+\n\n@localhost #\1$/s);
    expect((await enter(await sentPin())).statusCode).toBe(200);
  });

  it('sends a mail where an SMS is wanted and not possible', async () => {
    key = await invite({ pinChannels: ['Email'] });
    expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(await outbox()).toMatchObject([{ kind: 'mail' }]);
  });

  it('says that there is no way where there is none any more', async () => {
    key = await invite({ pinChannels: ['Sms'] });
    await server.deps.db
      .updateTable('users')
      .set({ mobile: null })
      .where('id', '=', userId)
      .execute();
    expect(await refusal(askFor())).toEqual([409, 'pinNotSent']);
  });

  it('refuses a wrong PIN, and any after five, the right one too', async () => {
    const pin = await freshPin();
    for (let count = 0; count < limits.pin.wrongTries; count += 1)
      expect(await refusal(enter(wrongFor(pin)))).toEqual([401, 'falsePin']);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('counts exactly five of a hundred wrong tries at once', async () => {
    const pin = await freshPin();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => enter(wrongFor(pin), browser.copy())),
    );
    const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect({ wrong: of(401), locked: of(423) }).toEqual({
      wrong: limits.pin.wrongTries,
      locked: 100 - limits.pin.wrongTries,
    });
  });

  it('lets a PIN in once, however many give it at once', async () => {
    const pin = await freshPin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(pin, browser.copy())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array<number>(7).fill(423),
    ]);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('is asked for once, however often that is repeated, and opens in the browser that never got the first answer', async () => {
    const click = newId();
    const lost = browser.copy();
    expect(json(await askFor(under(click), '', lost))).toEqual({ channel: 'Email' });
    expect(json(await askFor(under(click)))).toEqual({ channel: 'Email' });
    expect(await outbox()).toHaveLength(1);
    expect((await enter(await sentPin())).statusCode).toBe(200);
    const soon = await askFor(under(newId()));
    expect([soon.statusCode, json(soon), soon.headers]).toMatchObject([
      429,
      {
        nextPossibleRetry: new Date(
          server.clock.now().getTime() + limits.pin.secondsBetween * 1_000,
        ).toISOString(),
      },
      { 'retry-after': String(limits.pin.secondsBetween) },
    ]);
  });

  it('gives the same session again to the browser that used the PIN, when the answer was lost', async () => {
    const pin = await freshPin();
    const click = newId();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => enter(pin, browser.copy(), key, under(click))),
    );
    const again = await enter(pin, browser, key, under(click));
    expect([...answers, again].map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(
      new Set([...answers, again].map((answer) => json<UserSession>(answer).sessionId)).size,
    ).toBe(1);
    expect(
      (await browser.post('/v2.0/authenticate/refresh', { kind: 'unregistered' })).statusCode,
    ).toBe(200);
    expect(
      await server.deps.db
        .selectFrom('sessions')
        .selectAll()
        .where('userId', '=', userId)
        .execute(),
    ).toHaveLength(1);
  });

  it('gives it to no other browser, not under another key, not once it is used or over, and not for long', async () => {
    const pin = await freshPin();
    const click = newId();
    const first = browser.copy();
    await enter(pin, first, key, under(click));
    expect(await refusal(enter(pin, createBrowser(server), key, under(click)))).toEqual([
      401,
      'falsePin',
    ]);
    expect(await refusal(enter(pin, browser, key, under(newId())))).toEqual([423, 'pinVoid']);
    expect(await refusal(enter(wrongFor(pin), browser, key, under(click)))).toEqual([
      409,
      'conflict',
    ]);
    expect((await enter(pin, browser.copy(), key, under(click))).statusCode).toBe(200);
    await first.post('/v2.0/authenticate/logout', { kind: 'unregistered' });
    expect(await refusal(enter(pin, browser, key, under(click)))).toEqual([423, 'pinVoid']);
    server.clock.forward(limits.pin.repeatMinutes * 60_000);
    expect(await refusal(enter(pin, browser, key, under(click)))).toEqual([423, 'pinVoid']);
  });

  it('takes a PIN in the browser that asked for it only, and another costs no try', async () => {
    const pin = await freshPin();
    const other = createBrowser(server);
    for (let count = 0; count < 6; count += 1)
      expect(await refusal(enter(pin, other))).toEqual([401, 'falsePin']);
    expect(json(await enter(pin, other))['reasonMessage']).toBe(
      'Die PIN ist falsch. Sie gilt nur in dem Browser, in dem sie angefordert wurde. War das ein anderer, fordern Sie hier eine neue an.',
    );
    expect(json(await enter(wrongFor(pin), other))['reasonMessage']).toBe(
      json(await enter(pin, other))['reasonMessage'],
    );
    await askFor({}, '', other, 'a-key-that-nobody-ever-made');
    expect(await refusal(enter(pin, other))).toEqual([401, 'falsePin']);
    expect((await enter(pin)).statusCode).toBe(200);
  });

  it('marks the browser by a cookie that no script and no other site can use', async () => {
    const [cookie] = (await askFor()).cookies;
    expect(cookie).toMatchObject({
      name: 'formakte-pin',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api',
      maxAge: limits.pin.validMinutes * 60,
    });
  });

  it('takes a PIN for fifteen minutes', async () => {
    const pin = await freshPin();
    server.clock.forward(limits.pin.validMinutes * 60_000);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('takes the newest PIN only', async () => {
    const former = await freshPin();
    server.clock.forward(limits.pin.secondsBetween * 1_000);
    const newest = await freshPin();
    if (former !== newest) expect((await enter(former)).statusCode).toBe(401);
    expect((await enter(newest)).statusCode).toBe(200);
  });

  it('sends one of fifty that are asked for at once, and five within an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => askFor({}, '', browser.copy())),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(49);
    for (let minute = 0; minute < 8; minute += 1) {
      server.clock.forward(limits.pin.secondsBetween * 1_000);
      await askFor();
    }
    expect(await outbox()).toHaveLength(limits.pin.perHour);
  });

  it('sends ten a day, and says when there is another', async () => {
    const begun = server.clock.now().getTime();
    for (let count = 0; count < limits.pin.perDay; count += 1) {
      expect((await askFor()).statusCode).toBe(200);
      server.clock.forward(3_600_000 / limits.pin.perHour);
    }
    const refused = await askFor();
    expect([refused.statusCode, json(refused)['nextPossibleRetry']]).toEqual([
      429,
      new Date(begun + day).toISOString(),
    ]);
    server.clock.forward(begun + day - server.clock.now().getTime());
    expect((await askFor()).statusCode).toBe(200);
  });

  it('takes twenty wrong tries a day, over however many PINs, and begins anew with a new invitation', async () => {
    for (let count = 0; count < limits.pin.wrongTriesPerDay; count += 1) {
      if (count % limits.pin.wrongTries === 0) {
        server.clock.forward(minute);
        await askFor();
      }
      expect(await refusal(enter(wrongFor(await sentPin())))).toEqual([401, 'falsePin']);
    }
    server.clock.forward(minute);
    expect(await refusal(askFor())).toEqual([429, 'tooManyRequests']);
    expect(await refusal(enter(await sentPin()))).toEqual([429, 'tooManyRequests']);
    key = await invite();
    expect((await enter(await freshPin())).statusCode).toBe(200);
  });

  it('sends so many SMS a day to a number, however it is written and whoever is invited, and then mails', async () => {
    for (let count = 0; count < limits.sms.perNumberPerDay; count += 1) {
      await addWaiting(count % 2 ? '0171 999-8877' : '+49(0)171 9998877');
      expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({
        channel: 'Sms',
        numberEndsWith: '877',
      });
    }
    await addWaiting('0049 171 9998877');
    expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(
      new Set(
        (await outbox()).filter(({ kind }) => kind === 'sms').map(({ recipient }) => recipient),
      ),
    ).toEqual(new Set(['+491719998877']));
    key = await invite({ pinChannels: ['Sms'] });
    const refused = await askFor({}, '?preferredChannel=Sms');
    expect([refused.statusCode, json(refused)['nextPossibleRetry']]).toEqual([
      429,
      new Date(server.clock.now().getTime() + day).toISOString(),
    ]);
    server.clock.forward(day);
    expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({
      channel: 'Sms',
      numberEndsWith: '877',
    });
  });

  it('sends no more SMS in a day than an account has, and a line in the log says so', async () => {
    for (let count = 0; count < limits.sms.perAccountPerDay; count += 1)
      await countWithin(server.deps, `smsOf:${accountId}`, dayMinutes);
    expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(log).toContain('an account has used up its SMS of the day');
    expect(log).not.toContain('1719998877');
    server.clock.forward(day);
  });

  it.each(['040 123456', '+1 202 555 0100', '+7 912 345 67 89'])(
    'sends a mail where %s is no number that gets an SMS',
    async (mobile) => {
      await addWaiting(mobile);
      expect(json(await askFor({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    },
  );

  it('answers for a key that opens nothing as for one that does, and sends nothing', async () => {
    const right = await askFor();
    await server.deps.db.deleteFrom('outbox').execute();
    const [former, expired] = [key, await invite({ validDays: 1 })]; // inviting again ends the former
    server.clock.forward(24 * 3_600_000);
    const answers = [];
    for (const one of [former, expired, 'a-key-that-nobody-ever-made'])
      answers.push(await askFor({}, '', createBrowser(server), one));
    for (const answer of answers)
      expect([answer.statusCode, answer.body, answer.cookies.length]).toEqual([
        right.statusCode,
        right.body,
        1,
      ]);
    expect(await outbox()).toEqual([]);
    expect(
      await Promise.all(
        [former, expired, 'a-key-that-nobody-ever-made'].map((one) =>
          refusal(enter('123456', browser, one)),
        ),
      ),
    ).toEqual([
      [410, 'linkExpired'],
      [410, 'linkExpired'],
      [404, 'linkInvalid'],
    ]);
  });

  it('leads a registered user to the login instead', async () => {
    const pin = await freshPin();
    await server.deps.db.deleteFrom('outbox').execute();
    await server.deps.db.updateTable('users').set({ status: 1 }).where('id', '=', userId).execute();
    expect(await refusal(enter(pin))).toEqual([409, 'alreadyRegistered']);
    server.clock.forward(limits.pin.secondsBetween * 1_000);
    expect((await askFor()).statusCode).toBe(200);
    expect(await outbox()).toEqual([]);
  });

  it('lets nobody in who has lost access meanwhile', async () => {
    const pin = await freshPin();
    await provider(`/${userId}/disable`);
    expect((await enter(pin)).statusCode).toBe(410);
  });

  it.each<[string, Record<string, string>, 'GET' | 'HEAD', number]>([
    ['without the web client’s keys', { 'x-application-key': '' }, 'GET', 401],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 'GET', 400],
    ['from a sister site', { 'sec-fetch-site': 'same-site' }, 'GET', 400],
    ['ahead of time', { 'sec-purpose': 'prefetch;prerender' }, 'GET', 400],
    ['ahead of time by an old browser', { purpose: 'prefetch' }, 'GET', 400],
    ['with HEAD', {}, 'HEAD', 400],
  ])('sends nothing when asked %s', async (_, headers, method, status) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v2.0/authenticate/adhoc/pin/${key}`,
      headers: { ...webKeys, ...headers },
    });
    expect([answer.statusCode, await outbox()]).toEqual([status, []]);
    expect((await askFor({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });

  it('is left alone by a scanner that opens every link of a mail', async () => {
    const addresses = [
      `/start/${key}`,
      `/login/${key}`,
      `/enter-pin/${key}`,
      `/registration/${key}`,
      `/api/v2.0/user/${key}/metadata`,
      `/api/v2.0/authenticate/adhoc/pin/${key}`,
      `/api/v2.0/user/${key}/wizard`,
    ];
    const tables = async () =>
      JSON.stringify(
        await Promise.all(
          (['invitations', 'pins', 'users', 'sessions', 'outbox'] as const).map((table) =>
            server.deps.db.selectFrom(table).selectAll().execute(),
          ),
        ),
      );
    const before = await tables();
    for (let times = 0; times < 20; times += 1)
      for (const method of ['GET', 'HEAD'] as const)
        for (const url of addresses) await server.app.inject({ method, url });
    expect(await tables()).toBe(before);
    expect((await enter(await freshPin())).statusCode).toBe(200);
  });

  it('leaves no PIN and no key in the log, nor in the database once it is sent', async () => {
    const pin = await freshPin();
    const sent: string[] = [];
    const mailer: Mailer = {
      send: async ({ text }, beforeHandover) => {
        await beforeHandover();
        sent.push(text);
      },
    };
    await sendOutbox({ ...server.deps, mailer }, logger);
    expect(sent.join()).toContain(pin);
    await enter(wrongFor(pin));
    const { accessToken } = json<UserSession>(await enter(pin));
    const tables = (['invitations', 'pins', 'users', 'sessions', 'outbox'] as const).map((table) =>
      server.deps.db.selectFrom(table).selectAll().execute(),
    );
    const database = JSON.stringify(await Promise.all(tables as Promise<unknown>[]));
    expect(log).toContain('/v2.0/authenticate/adhoc');
    for (const secret of [
      key,
      accessToken,
      browser.cookie('formakte-pin') ?? '?',
      browser.cookie('formakte-unregistered')?.split('.')[1] ?? '?',
    ]) {
      expect([secret, log.includes(secret), database.includes(secret)]).toEqual([
        secret,
        false,
        false,
      ]);
    }
    expect(log).not.toMatch(new RegExp(`(?<!\\d)${pin}(?!\\d)`));
    expect(database).not.toMatch(new RegExp(`(?<![\\d.])${pin}(?!\\d)`));
  });
});

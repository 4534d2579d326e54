import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, NewInvitation } from '#schemas/access/users.ts';
import { pinRateLimits } from '#server/forms/limits.ts';
import { newId } from '#server/db/newId.ts';
import { listNewestMessages, sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
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
import { createRecordedLog } from '#server/testing/clients.ts';

describeOnEachDatabase('access with an invitation’s key and a PIN', (open) => {
  let server: TestServer;
  let apiKey: string;
  let userId: string;
  let key: string;
  let browser: ReturnType<typeof createBrowser>;
  const log = createRecordedLog();

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
    server = await startTestServer({ open, appOptions: { logger: log.logger } });
    ({ apiKey } = await addAccount(server, { name: 'Kanzlei Test' }));
  });
  beforeEach(async () => {
    await server.deps.db.deleteFrom('mailOutbox').execute();
    await server.deps.db.deleteFrom('attemptCounters').execute();
    await addWaiting('+49 171 1234567');
    log.clear();
  });
  afterAll(() => server.close());

  const outbox = () => listNewestMessages(server.deps, 100).then((messages) => messages.reverse());
  const under = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });
  const requestPin = (headers: Record<string, string> = {}, query = '', by = browser, of = key) =>
    by.get(`/v2.0/authenticate/adhoc/pin/${of}${query}`, headers);
  /** Reads the PIN from the newest message. */
  const sentPin = async () =>
    /(?<![\d+])\d{6}(?!\d)/.exec((await outbox()).at(-1)?.body ?? '')?.[0] ?? '';
  const freshPin = async () => {
    await requestPin();
    return sentPin();
  };
  const makeWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  const enter = (password: string, by = browser, of = key, headers: Record<string, string> = {}) =>
    by.post('/v2.0/authenticate/adhoc', { key: of, password }, headers);
  const refusal = async (answer: ReturnType<typeof enter>) => {
    const { statusCode, json: body } = await answer;
    return [statusCode, body<{ reason: string }>().reason];
  };

  it('A PIN by mail opens an unregistered session for its account', async () => {
    expect(json(await requestPin())).toEqual({ channel: 'Email' });
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

  it('A PIN by SMS ends with a line for autofill', async () => {
    expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({
      channel: 'Sms',
      numberEndsWith: '567',
    });
    const [sms] = await outbox();
    expect(sms).toMatchObject({ kind: 'sms', recipient: '+491711234567' });
    expect(sms?.body).toMatch(/^(\d{6}) ist Ihre PIN .+\n\n@localhost #\1$/s);
    expect((await enter(await sentPin())).statusCode).toBe(200);
  });

  it('A mail is sent if SMS is requested but not possible', async () => {
    key = await invite({ pinChannels: ['Email'] });
    expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(await outbox()).toMatchObject([{ kind: 'mail' }]);
  });

  it('A request without a usable channel is refused', async () => {
    key = await invite({ pinChannels: ['Sms'] });
    await server.deps.db
      .updateTable('users')
      .set({ mobile: null })
      .where('id', '=', userId)
      .execute();
    expect(await refusal(requestPin())).toEqual([409, 'pinNotSent']);
  });

  it('Concurrent logins with a PIN open one session', async () => {
    const pin = await freshPin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(pin, browser.copy())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array<number>(7).fill(423),
    ]);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('A retry sends no second PIN and marks the same browser', async () => {
    const click = newId();
    const lost = browser.copy();
    expect(json(await requestPin(under(click), '', lost))).toEqual({ channel: 'Email' });
    expect(json(await requestPin(under(click)))).toEqual({ channel: 'Email' });
    expect(await outbox()).toHaveLength(1);
    expect((await enter(await sentPin())).statusCode).toBe(200);
    const soon = await requestPin(under(newId()));
    expect([soon.statusCode, json(soon), soon.headers]).toMatchObject([
      429,
      {
        nextPossibleRetry: new Date(
          server.clock.now().getTime() + pinLimits.secondsBetween * 1_000,
        ).toISOString(),
      },
      { 'retry-after': String(pinLimits.secondsBetween) },
    ]);
  });

  it('A retry of the login gets the same session if the response was lost', async () => {
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

  it('No other browser, key or later request gets that session', async () => {
    const pin = await freshPin();
    const click = newId();
    const first = browser.copy();
    await enter(pin, first, key, under(click));
    expect(await refusal(enter(pin, createBrowser(server), key, under(click)))).toEqual([
      401,
      'falsePin',
    ]);
    expect(await refusal(enter(pin, browser, key, under(newId())))).toEqual([423, 'pinVoid']);
    expect(await refusal(enter(makeWrongPin(pin), browser, key, under(click)))).toEqual([
      409,
      'conflict',
    ]);
    expect((await enter(pin, browser.copy(), key, under(click))).statusCode).toBe(200);
    await first.post('/v2.0/authenticate/logout', { kind: 'unregistered' });
    expect(await refusal(enter(pin, browser, key, under(click)))).toEqual([423, 'pinVoid']);
    server.clock.forward(pinRateLimits.retryMinutes * 60_000);
    expect(await refusal(enter(pin, browser, key, under(click)))).toEqual([423, 'pinVoid']);
  });

  it('A PIN is valid in the requesting browser only, and others use no attempt', async () => {
    const pin = await freshPin();
    const other = createBrowser(server);
    for (let count = 0; count < 6; count += 1)
      expect(await refusal(enter(pin, other))).toEqual([401, 'falsePin']);
    expect(json(await enter(pin, other))['reasonMessage']).toBe(
      'Die PIN ist falsch. Sie gilt nur in dem Browser, in dem sie angefordert wurde. War das ' +
        'ein anderer, fordern Sie hier eine neue an.',
    );
    expect(json(await enter(makeWrongPin(pin), other))['reasonMessage']).toBe(
      json(await enter(pin, other))['reasonMessage'],
    );
    await requestPin({}, '', other, 'a-key-that-nobody-ever-made');
    expect(await refusal(enter(pin, other))).toEqual([401, 'falsePin']);
    expect((await enter(pin)).statusCode).toBe(200);
  });

  it('The browser’s cookie is HttpOnly and SameSite', async () => {
    const [cookie] = (await requestPin()).cookies;
    expect(cookie).toMatchObject({
      name: 'formakte-pin',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: pinLimits.validMinutes * 60,
    });
  });

  it.each(['040 123456', '+1 202 555 0100', '+7 912 345 67 89'])(
    'A mail is sent if %s cannot receive an SMS',
    async (mobile) => {
      await addWaiting(mobile);
      expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    },
  );

  it('An unknown key gets the same response and sends nothing', async () => {
    const right = await requestPin();
    await server.deps.db.deleteFrom('mailOutbox').execute();
    // a new invitation revokes the former
    const [former, expired] = [key, await invite({ validDays: 1 })];
    server.clock.forward(24 * 3_600_000);
    const answers = [];
    for (const one of [former, expired, 'a-key-that-nobody-ever-made'])
      answers.push(await requestPin({}, '', createBrowser(server), one));
    for (const answer of answers)
      expect([answer.statusCode, answer.body, answer.cookies.length]).toEqual([
        right.statusCode,
        right.body,
        right.cookies.length,
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

  it('A registered user is referred to the login', async () => {
    const pin = await freshPin();
    await server.deps.db.deleteFrom('mailOutbox').execute();
    await server.deps.db.updateTable('users').set({ status: 1 }).where('id', '=', userId).execute();
    expect(await refusal(enter(pin))).toEqual([409, 'alreadyRegistered']);
    server.clock.forward(pinLimits.secondsBetween * 1_000);
    expect((await requestPin()).statusCode).toBe(200);
    expect(await outbox()).toEqual([]);
  });

  it('A client without access is refused', async () => {
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
  ])('No PIN is sent if %s', async (_, headers, method, status) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v2.0/authenticate/adhoc/pin/${key}`,
      headers: { ...webKeys, ...headers },
    });
    expect([answer.statusCode, await outbox()]).toEqual([status, []]);
    expect((await requestPin({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });

  it('A link scanner of a mail server triggers nothing', async () => {
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
          (['invitations', 'pins', 'users', 'sessions', 'mailOutbox'] as const).map((table) =>
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

  it('No PIN or key is in the log, nor in the database after sending', async () => {
    const pin = await freshPin();
    const sent: string[] = [];
    const mailer: Mailer = {
      send: async ({ text }, beforeHandover) => {
        await beforeHandover();
        sent.push(text);
      },
    };
    await sendMailOutbox({ ...server.deps, mailer }, log.logger);
    expect(sent.join()).toContain(pin);
    await enter(makeWrongPin(pin));
    const { accessToken } = json<UserSession>(await enter(pin));
    const tables = (['invitations', 'pins', 'users', 'sessions', 'mailOutbox'] as const).map(
      (table) => server.deps.db.selectFrom(table).selectAll().execute(),
    );
    const database = JSON.stringify(await Promise.all(tables as Promise<unknown>[]));
    expect(log.read()).toContain('/api/authenticate/adhoc');
    for (const secret of [
      key,
      accessToken,
      browser.cookie('formakte-pin') ?? '?',
      browser.cookie('formakte-unregistered')?.split('.')[1] ?? '?',
    ]) {
      expect([secret, log.read().includes(secret), database.includes(secret)]).toEqual([
        secret,
        false,
        false,
      ]);
    }
    expect(log.read()).not.toMatch(new RegExp(`(?<!\\d)${pin}(?!\\d)`));
    expect(database).not.toMatch(new RegExp(`(?<![\\d.])${pin}(?!\\d)`));
  });
});

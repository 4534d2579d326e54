import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pinLimits } from '#schemas/forms/limits.ts';
import { smsLimits } from '#server/mail/limits.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, NewInvitation } from '#schemas/access/users.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { pinRateLimits } from '#server/forms/limits.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

const [minute, day] = [60_000, 24 * 3_600_000];

describeOnEachDatabase('limits of a PIN', (open) => {
  let server: TestServer;
  let apiKey: string;
  let accountId: string;
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
    ({ apiKey, accountId } = await addAccount(server, { name: 'Kanzlei Test' }));
  });
  beforeEach(async () => {
    await server.deps.db.deleteFrom('mailOutbox').execute();
    await server.deps.db.deleteFrom('attemptCounters').execute();
    await addWaiting('+49 171 1234567');
    log.clear();
  });
  afterAll(() => server.close());

  const outbox = () => listNewestMessages(server.deps, 100).then((messages) => messages.reverse());
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

  it('A wrong PIN is refused, and after five every PIN', async () => {
    const pin = await freshPin();
    for (let count = 0; count < pinLimits.wrongAttempts; count += 1)
      expect(await refusal(enter(makeWrongPin(pin)))).toEqual([401, 'falsePin']);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('A hundred concurrent wrong PINs are compared five times', async () => {
    const pin = await freshPin();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => enter(makeWrongPin(pin), browser.copy())),
    );
    const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect({ wrong: of(401), locked: of(423) }).toEqual({
      wrong: pinLimits.wrongAttempts,
      locked: 100 - pinLimits.wrongAttempts,
    });
  });

  it('Wrong PINs that a clock one year ahead counted lock no invitation once it is set back', async () => {
    server.clock.jump(365 * day);
    key = await invite();
    const { id } = await server.deps.db
      .selectFrom('invitations')
      .select('id')
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow();
    const { wrongAttemptsPerDay } = pinRateLimits;
    await countAttempt(server.deps, `pinWrong:${id}`, minutesPerDay, wrongAttemptsPerDay);
    expect(await refusal(requestPin())).toEqual([429, 'tooManyRequests']);
    server.clock.jump(-365 * day);
    expect((await requestPin()).statusCode).toBe(200);
  });

  it('A PIN is valid for fifteen minutes', async () => {
    const pin = await freshPin();
    server.clock.forward(pinLimits.validMinutes * 60_000);
    expect(await refusal(enter(pin))).toEqual([423, 'pinVoid']);
  });

  it('Only the newest PIN is valid', async () => {
    const former = await freshPin();
    server.clock.forward(pinLimits.secondsBetween * 1_000);
    const newest = await freshPin();
    if (former !== newest) expect((await enter(former)).statusCode).toBe(401);
    expect((await enter(newest)).statusCode).toBe(200);
  });

  it('Of fifty concurrent requests one sends a PIN, and five are sent per hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => requestPin({}, '', browser.copy())),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(49);
    for (let minute = 0; minute < 8; minute += 1) {
      server.clock.forward(pinLimits.secondsBetween * 1_000);
      await requestPin();
    }
    expect(await outbox()).toHaveLength(pinRateLimits.perHour);
  });

  it('Ten PINs are sent per day, with the time of the next one', async () => {
    const begun = server.clock.now().getTime();
    for (let count = 0; count < pinRateLimits.perDay; count += 1) {
      expect((await requestPin()).statusCode).toBe(200);
      server.clock.forward(3_600_000 / pinRateLimits.perHour);
    }
    const refused = await requestPin();
    expect([refused.statusCode, json(refused)['nextPossibleRetry']]).toEqual([
      429,
      new Date(begun + day).toISOString(),
    ]);
    server.clock.forward(begun + day - server.clock.now().getTime());
    expect((await requestPin()).statusCode).toBe(200);
  });

  it('Twenty wrong PINs per day lock an invitation, until a new one', async () => {
    for (let count = 0; count < pinRateLimits.wrongAttemptsPerDay; count += 1) {
      if (count % pinLimits.wrongAttempts === 0) {
        server.clock.forward(minute);
        await requestPin();
      }
      expect(await refusal(enter(makeWrongPin(await sentPin())))).toEqual([401, 'falsePin']);
    }
    server.clock.forward(minute);
    expect(await refusal(requestPin())).toEqual([429, 'tooManyRequests']);
    expect(await refusal(enter(await sentPin()))).toEqual([429, 'tooManyRequests']);
    key = await invite();
    expect((await enter(await freshPin())).statusCode).toBe(200);
  });

  it('The daily SMS limit of a number is followed by mails', async () => {
    for (let count = 0; count < smsLimits.perNumberPerDay; count += 1) {
      await addWaiting(count % 2 ? '0171 999-8877' : '+49(0)171 9998877');
      expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({
        channel: 'Sms',
        numberEndsWith: '877',
      });
    }
    await addWaiting('0049 171 9998877');
    expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(
      new Set(
        (await outbox()).filter(({ kind }) => kind === 'sms').map(({ recipient }) => recipient),
      ),
    ).toEqual(new Set(['+491719998877']));
    key = await invite({ pinChannels: ['Sms'] });
    const refused = await requestPin({}, '?preferredChannel=Sms');
    expect([refused.statusCode, json(refused)['nextPossibleRetry']]).toEqual([
      429,
      new Date(server.clock.now().getTime() + day).toISOString(),
    ]);
    server.clock.forward(day);
    expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({
      channel: 'Sms',
      numberEndsWith: '877',
    });
  });

  it('The daily SMS limit of an account is followed by mails and logged', async () => {
    for (let count = 0; count < smsLimits.perAccountPerDay; count += 1)
      await countAttempt(server.deps, `smsOf:${accountId}`, minutesPerDay);
    expect(json(await requestPin({}, '?preferredChannel=Sms'))).toEqual({ channel: 'Email' });
    expect(log.read()).toContain('an account has used up its SMS of the day');
    expect(log.read()).not.toContain('1719998877');
    server.clock.forward(day);
  });
});

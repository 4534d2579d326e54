import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginLimits } from '#server/access/limits.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin } from '#schemas/forms/pins.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation } from '#schemas/access/users.ts';
import { newId } from '#server/db/newId.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { getProgram } from '#server/testing/programs.ts';
import type { Call, Called } from '#server/testing/callMany.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { getNetwork, shortenNetwork } from './network.ts';

const password = 'Regen-Tonne 7';
const minute = 60_000;
const { wrongAttempts, lockMinutes, wrongAttemptsOfAddress } = loginLimits;
const login = (
  from: TestBrowser,
  Username: string,
  Password: string,
  headers: Record<string, string> = {},
) => from.post('/authenticate/login', { Username, Password }, headers);
const listStatuses = (answers: LightMyRequestResponse[]) =>
  answers.map(({ statusCode }) => statusCode);

async function addRegistered(server: TestServer): Promise<string> {
  const { accountId } = await addAccount(server);
  const { username } = await addUser(server, [accountId], {
    passwordHash: await hashPassword(server.deps, password),
  });
  return username ?? '';
}

describeOnEachDatabase('login lockout', (open) => {
  let server: TestServer;
  let database: TestDatabase;
  let username: string;
  let stranger: TestBrowser;
  beforeAll(async () => {
    database = await open();
    server = await startTestServer({ open: async () => database });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    username = await addRegistered(server);
    stranger = createBrowser(server);
  });

  const fail = async (times: number, from = stranger, name = username) => {
    const answers = [];
    for (let count = 0; count < times; count += 1) answers.push(await login(from, name, 'falsch'));
    return listStatuses(answers);
  };
  const untilNow = (answer: LightMyRequestResponse) =>
    (Date.parse(json<{ nextPossibleRetry: string }>(answer).nextPossibleRetry) -
      server.clock.now().getTime()) /
    minute;

  it('A wrong password shows the attempts left, the fifth the lock, alike for unknown names', async () => {
    const tell = async (name: string) => {
      const answers = [];
      for (let count = 0; count < wrongAttempts; count += 1)
        answers.push(await login(stranger, name, 'falsch'));
      return answers.map((answer) => {
        const { triesLeft, reasonMessage, nextPossibleRetry } = json(answer);
        return [answer.statusCode, triesLeft, reasonMessage, nextPossibleRetry !== undefined];
      });
    };
    const wrong = 'Benutzername oder Passwort ist falsch.';
    const lock = `${wrong} Nach einem weiteren falschen Versuch ist die Anmeldung kurz gesperrt.`;
    const told = await tell(username);
    expect(told).toEqual([
      [401, 4, wrong, false],
      [401, 3, `${wrong} Sie haben noch 3 Versuche.`, false],
      [401, 2, `${wrong} Sie haben noch 2 Versuche.`, false],
      [401, 1, lock, false],
      [401, 0, wrong, true],
    ]);
    expect(await tell(`unbekannt-${newId()}`)).toEqual(told);
  });

  it('Five wrong passwords lock the login with the time of the next attempt', async () => {
    expect(await fail(wrongAttempts)).toEqual(Array(wrongAttempts).fill(401));
    const refused = await login(stranger, username, password);
    expect([
      refused.statusCode,
      json(refused)['reason'],
      untilNow(refused),
      refused.headers['retry-after'],
    ]).toEqual([423, 'loginLocked', 1, '60']);
    server.clock.forward(minute - 1);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
    server.clock.forward(1);
    expect((await login(stranger, username, password)).statusCode).toBe(200);
  });

  it('Each lockout is longer, up to an hour', async () => {
    for (const minutes of [...lockMinutes, 60]) {
      expect(await fail(wrongAttempts)).toEqual(Array(wrongAttempts).fill(401));
      expect(untilNow(await login(stranger, username, password))).toBe(minutes);
      server.clock.forward(minutes * minute);
    }
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    expect(await fail(wrongAttempts)).toEqual(Array(wrongAttempts).fill(401));
    expect(untilNow(await login(stranger, username, password))).toBe(1);
  });

  it('A right password resets the attempts', async () => {
    await fail(wrongAttempts - 1);
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    expect(await fail(wrongAttempts, createBrowser(server))).toEqual(
      Array(wrongAttempts).fill(401),
    );
  });

  it('Attempts are counted for every spelling of the username', async () => {
    await fail(3);
    await fail(2, stranger, ` ${username.toUpperCase()} `);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
  });

  it('An unknown username is locked with the same response', async () => {
    const unknown = newId();
    const answersTo = async (name: string) => {
      const answers = [];
      for (let count = 0; count < wrongAttempts + 2; count += 1)
        answers.push(await login(stranger, name, 'falsch'));
      return answers.map((answer) => [
        answer.statusCode,
        { ...json(answer), requestId: '' },
        Object.keys(answer.headers),
      ]);
    };
    expect(await answersTo(unknown)).toEqual(await answersTo(username));
  });

  it('A hundred concurrent wrong passwords are compared five times', async () => {
    const statuses = listStatuses(
      await Promise.all(
        Array.from({ length: 100 }, () => login(createBrowser(server), username, 'falsch')),
      ),
    );
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 423).length,
    ]).toEqual([wrongAttempts, 100 - wrongAttempts]);
  });

  /** Starts a process that makes each call 50 times after `begin`. */
  async function startCaller(calls: readonly Call[]) {
    const { databaseUrl, folder: dataDir } = database;
    const input = JSON.stringify({ databaseUrl, dataDir, calls, count: 50 });
    const { stdin, stdout } = spawn(process.execPath, [...getProgram('callMany'), input], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(stdout, 'data'); // it is ready
    return async () => {
      stdin.write('begin');
      return JSON.parse(await text(stdout)) as Called;
    };
  }

  it(
    'Two processes together compare five wrong passwords or PINs',
    async () => {
      const { apiKey } = await addAccount(server);
      const provider = async <T>(path: string, payload: object) =>
        json<T>(
          await server.app.inject({
            method: 'POST',
            url: `/provider/v1${path}`,
            headers: { 'x-api-key': apiKey },
            payload,
          }),
        );
      const { formId, processGuid } = await publish(server, apiKey, {
        title: 'T',
        formElements: [{ id: 'a', type: 'input', label: 'A' }],
      });
      const { pin } = await provider<MadePin>(`/forms/${formId}/pin`, {});
      const { userId } = await provider<ProviderUser>('/users', {
        firstName: 'Miriam',
        lastName: 'Castillo',
        email: 'miriam@beispiel.example',
      });
      const { hashUserKey: key } = await provider<Invitation>(`/users/${userId}/invitations`, {
        sendMail: false,
      });
      const invited = createBrowser(server);
      await invited.get(`/v2.0/authenticate/adhoc/pin/${key}`);
      const sent =
        /(?<!\d)\d{6}(?!\d)/.exec((await listNewestMessages(server.deps, 1))[0]?.body ?? '')?.[0] ??
        '';
      const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
      const calls: Call[] = [
        { path: '/authenticate/login', payload: { Username: username, Password: 'falsch' } },
        {
          path: '/authenticate/adhoc/pin',
          payload: { key: processGuid, password: other(pin), attempt: 1 },
        },
        {
          path: '/v2.0/authenticate/adhoc',
          payload: { key, password: other(sent) },
          cookies: { 'formakte-pin': invited.cookie('formakte-pin') ?? '' },
        },
      ];
      const begin = await Promise.all([startCaller(calls), startCaller(calls)]);
      const [one, two] = await Promise.all([begin[0](), begin[1]()]);
      const answered = calls.map((_, index) => [
        ...(one.statuses[index] ?? []),
        ...(two.statuses[index] ?? []),
      ]);
      const ofPin = [pinLimits.wrongAttempts, 100 - pinLimits.wrongAttempts];
      expect(
        answered.map((statuses) =>
          [401, 423].map((status) => statuses.filter((each) => each === status).length),
        ),
      ).toEqual([[wrongAttempts, 100 - wrongAttempts], ofPin, ofPin]);
      expect(one.hashes + two.hashes).toBe(wrongAttempts + 2 * pinLimits.wrongAttempts);
      server.clock.forward(1_000); // the next mail is the newest
    },
    scaleTimeout(120_000),
  );

  it('An attacker who locks the username does not lock a known device', async () => {
    const known = createBrowser(server);
    await login(known, username, password);
    await fail(wrongAttempts);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
    expect((await login(known, username, password)).statusCode).toBe(200);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
  });

  it('A known device has its own attempts, for its user only', async () => {
    const known = createBrowser(server);
    await login(known, username, password);
    const other = await addRegistered(server);
    expect(await fail(wrongAttempts + 1, known)).toEqual([
      ...Array<number>(wrongAttempts).fill(401),
      423,
    ]);
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    await fail(wrongAttempts, stranger, other);
    expect((await login(known, other, password)).statusCode).toBe(423);
  });

  it('A forged device cookie is ignored', async () => {
    await login(stranger, username, password);
    const [device = ''] = stranger.cookie('formakte-device')?.split('.') ?? [];
    const forger = createBrowser(server);
    await fail(wrongAttempts, createBrowser(server));
    for (const value of ['x', `${device}.`, `${device}.${'0'.repeat(64)}`, '.']) {
      forger.setCookie('formakte-device', value);
      expect((await login(forger, username, password)).statusCode).toBe(423);
    }
  });

  it('A password reset by link unlocks every device', async () => {
    const known = createBrowser(server);
    const next = 'Fahrrad-im-Regen';
    await login(known, username, password);
    await fail(wrongAttempts, known);
    await fail(wrongAttempts);
    await stranger.post('/v2.0/user/password', { username });
    await answerRequests(server.deps);
    const [mail] = await listNewestMessages(server.deps, 1);
    const [, key = ''] = /reset-password\/(\S+)/.exec(mail?.body ?? '') ?? [];
    for (const each of [stranger, known])
      expect((await login(each, username, password)).statusCode).toBe(423);
    expect(
      (
        await server.app.inject({
          method: 'PUT',
          url: `/api/v2.0/user/password/${key}`,
          headers: webKeys,
          payload: { password: next },
        })
      ).statusCode,
    ).toBe(200);
    for (const each of [stranger, known])
      expect((await login(each, username, next)).statusCode).toBe(200);
  });

  it('The counters contain no name, address or password and expire after a day', async () => {
    await fail(2, stranger, 'Geheimes Passwort');
    const rows = () => server.deps.db.selectFrom('loginTries').selectAll().execute();
    const kept = JSON.stringify(await rows());
    for (const text of ['geheim', 'Geheim', '127.0.0.1', username])
      expect(kept).not.toContain(text);
    expect(await rows()).not.toEqual([]);
    server.clock.forward(loginLimits.forgetAfterHours * 60 * minute + 1);
    await housekeep(server.deps);
    expect(await rows()).toEqual([]);
  });
});

describe('address lockout', () => {
  let server: TestServer;
  const start = async (env: Record<string, string>) => {
    server = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example', ...env },
    });
  };
  const logInWrongly = async (addresses: (n: number) => string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const answer = await login(createBrowser(server), newId(), 'falsch', {
        'x-forwarded-for': addresses(n),
      });
      expect(answer.statusCode).toBe(401);
    }
  };

  it('Many wrong passwords lock an address, whatever headers it sends', async () => {
    await start({});
    const username = await addRegistered(server);
    const known = createBrowser(server);
    await login(known, username, password);
    await logInWrongly((n) => `10.0.0.${n}`, wrongAttemptsOfAddress);
    const rows = async () =>
      (await server.deps.db.selectFrom('loginTries').selectAll().execute()).length;
    const before = await rows();
    for (const name of [username, newId(), newId()])
      expect(
        (await login(createBrowser(server), name, password, { 'x-forwarded-for': '10.9.9.9' }))
          .statusCode,
      ).toBe(423);
    expect(await rows()).toBe(before); // made-up names do not fill the table
    expect((await login(known, username, password)).statusCode).toBe(200);
    await server.close();
  });

  it('The address is the one that the nearest trusted proxy reports', async () => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' });
    const username = await addRegistered(server);
    await logInWrongly((n) => `10.0.0.${n}, 198.51.100.7`, wrongAttemptsOfAddress);
    const from = async (forwarded: string) =>
      (await login(createBrowser(server), username, password, { 'x-forwarded-for': forwarded }))
        .statusCode;
    expect([await from('10.1.1.1, 198.51.100.7'), await from('10.1.1.1, 198.51.100.8')]).toEqual([
      423, 200,
    ]);
    await server.close();
  });

  it.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.x'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:x'],
    ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1:x'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:x'],
    ['::1', '0:0:0:0', ''],
    ['127.0.0.1', '127.0.0.1', ''],
    ['::ffff:10.1.2.3', '10.1.2.3', ''],
    ['172.20.0.5', '172.20.0.5', ''],
    ['172.32.0.5', '172.32.0.5', '172.32.0.x'],
    ['fd12::1', 'fd12:0:0:0', ''],
  ])('%s counts as %s and is stored as %s', (address, network, short) => {
    expect([getNetwork(address), shortenNetwork(address)]).toEqual([network, short]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { MadePin } from '#schemas/pins.ts';
import type { Invitation, ProviderUser } from '#schemas/users.ts';
import { newId } from '#server/db/newId.ts';
import { hashPassword } from '#server/http/passwords.ts';
import { housekeep } from '#server/housekeeping.ts';
import { answerRequests } from '#server/modules/credentials/service.ts';
import { newestMessages } from '#server/modules/outbox/service.ts';
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
import { networkOf, shortNetworkOf } from './network.ts';

const password = 'Regen-Tonne 7';
const minute = 60_000;
const { wrongTries, lockMinutes, wrongTriesOfAddress } = limits.login;
const login = (
  from: TestBrowser,
  Username: string,
  Password: string,
  headers: Record<string, string> = {},
) => from.post('/authenticate/login', { Username, Password }, headers);
const statusesOf = (answers: LightMyRequestResponse[]) =>
  answers.map(({ statusCode }) => statusCode);

async function addRegistered(server: TestServer): Promise<string> {
  const { accountId } = await addAccount(server);
  const { username } = await addUser(server, [accountId], {
    passwordHash: await hashPassword(server.deps, password),
  });
  return username ?? '';
}

describeOnEachDatabase('the login', (open) => {
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
    return statusesOf(answers);
  };
  const untilNow = (answer: LightMyRequestResponse) =>
    (Date.parse(json<{ nextPossibleRetry: string }>(answer).nextPossibleRetry) -
      server.clock.now().getTime()) /
    minute;

  it('is locked after five wrong passwords, for the right one too, and says until when', async () => {
    expect(await fail(wrongTries)).toEqual(Array(wrongTries).fill(401));
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

  it('is locked for longer each time, and never for more than an hour', async () => {
    for (const minutes of [...lockMinutes, 60]) {
      expect(await fail(wrongTries)).toEqual(Array(wrongTries).fill(401));
      expect(untilNow(await login(stranger, username, password))).toBe(minutes);
      server.clock.forward(minutes * minute);
    }
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    expect(await fail(wrongTries)).toEqual(Array(wrongTries).fill(401));
    expect(untilNow(await login(stranger, username, password))).toBe(1);
  });

  it('begins to count anew after a right password', async () => {
    await fail(wrongTries - 1);
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    expect(await fail(wrongTries, createBrowser(server))).toEqual(Array(wrongTries).fill(401));
  });

  it('counts however the name is written', async () => {
    await fail(3);
    await fail(2, stranger, ` ${username.toUpperCase()} `);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
  });

  it('is locked for a name that nobody has, in the same words', async () => {
    const unknown = newId();
    const answersTo = async (name: string) => {
      const answers = [];
      for (let count = 0; count < wrongTries + 2; count += 1)
        answers.push(await login(stranger, name, 'falsch'));
      return answers.map((answer) => [
        answer.statusCode,
        { ...json(answer), requestId: '' },
        Object.keys(answer.headers),
      ]);
    };
    expect(await answersTo(unknown)).toEqual(await answersTo(username));
  });

  it('lets five of a hundred wrong passwords at once reach the hash', async () => {
    const statuses = statusesOf(
      await Promise.all(
        Array.from({ length: 100 }, () => login(createBrowser(server), username, 'falsch')),
      ),
    );
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 423).length,
    ]).toEqual([wrongTries, 100 - wrongTries]);
  });

  it('lets five wrong passwords, and five wrong PINs of a form and of an invitation, of a hundred in two processes together reach the hash', async () => {
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
      /(?<!\d)\d{6}(?!\d)/.exec((await newestMessages(server.deps, 1))[0]?.body ?? '')?.[0] ?? '';
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
    const start = async () => {
      const input = JSON.stringify({
        databaseUrl: database.databaseUrl,
        dataDir: database.folder,
        calls,
        count: 50,
      });
      const { stdin, stdout } = spawn(
        process.execPath,
        ['--import', 'tsx', 'server/testing/callMany.ts', input],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      await once(stdout, 'data'); // it is ready
      return async () => {
        stdin.write('begin');
        return JSON.parse(await text(stdout)) as Called;
      };
    };
    const begin = await Promise.all([start(), start()]);
    const [one, two] = await Promise.all([begin[0](), begin[1]()]);
    const answered = calls.map((_, index) => [
      ...(one.statuses[index] ?? []),
      ...(two.statuses[index] ?? []),
    ]);
    const ofPin = [limits.pin.wrongTries, 100 - limits.pin.wrongTries];
    expect(
      answered.map((statuses) =>
        [401, 423].map((status) => statuses.filter((each) => each === status).length),
      ),
    ).toEqual([[wrongTries, 100 - wrongTries], ofPin, ofPin]);
    expect(one.hashes + two.hashes).toBe(wrongTries + 2 * limits.pin.wrongTries);
    server.clock.forward(1_000); // the next mail is the newest
  }, 120_000);

  it('does not lock a device where the user has logged in before, when a stranger locks the name', async () => {
    const known = createBrowser(server);
    await login(known, username, password);
    await fail(wrongTries);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
    expect((await login(known, username, password)).statusCode).toBe(200);
    expect((await login(stranger, username, password)).statusCode).toBe(423);
  });

  it('locks such a device by its own tries, and knows it for its user only', async () => {
    const known = createBrowser(server);
    await login(known, username, password);
    const other = await addRegistered(server);
    expect(await fail(wrongTries + 1, known)).toEqual([
      ...Array<number>(wrongTries).fill(401),
      423,
    ]);
    expect((await login(stranger, username, password)).statusCode).toBe(200);
    await fail(wrongTries, stranger, other);
    expect((await login(known, other, password)).statusCode).toBe(423);
  });

  it('takes no device cookie that was made up', async () => {
    await login(stranger, username, password);
    const [device = ''] = stranger.cookie('formakte-device')?.split('.') ?? [];
    const forger = createBrowser(server);
    await fail(wrongTries, createBrowser(server));
    for (const value of ['x', `${device}.`, `${device}.${'0'.repeat(64)}`, '.']) {
      forger.setCookie('formakte-device', value);
      expect((await login(forger, username, password)).statusCode).toBe(423);
    }
  });

  it('is open again when the password was reset by a link, on each device', async () => {
    const known = createBrowser(server);
    const next = 'Fahrrad-im-Regen';
    await login(known, username, password);
    await fail(wrongTries, known);
    await fail(wrongTries);
    await stranger.post('/v2.0/user/password', { username });
    await answerRequests(server.deps);
    const [mail] = await newestMessages(server.deps, 1);
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

  it('keeps no name, address or password, and forgets after a day of peace', async () => {
    await fail(2, stranger, 'Geheimes Passwort');
    const rows = () => server.deps.db.selectFrom('loginTries').selectAll().execute();
    const kept = JSON.stringify(await rows());
    for (const text of ['geheim', 'Geheim', '127.0.0.1', username])
      expect(kept).not.toContain(text);
    expect(await rows()).not.toEqual([]);
    server.clock.forward(limits.login.forgetAfterHours * 60 * minute + 1);
    await housekeep(server.deps);
    expect(await rows()).toEqual([]);
  });
});

describe('an address', () => {
  let server: TestServer;
  const start = async (env: Record<string, string>) => {
    server = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example', ...env },
    });
  };
  const failFrom = async (addresses: (n: number) => string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const answer = await login(createBrowser(server), newId(), 'falsch', {
        'x-forwarded-for': addresses(n),
      });
      expect(answer.statusCode).toBe(401);
    }
  };

  it('is locked after many wrong passwords for many names, whatever it says of itself', async () => {
    await start({});
    const username = await addRegistered(server);
    const known = createBrowser(server);
    await login(known, username, password);
    await failFrom((n) => `10.0.0.${n}`, wrongTriesOfAddress);
    const rows = async () =>
      (await server.deps.db.selectFrom('loginTries').selectAll().execute()).length;
    const before = await rows();
    for (const name of [username, newId(), newId()])
      expect(
        (await login(createBrowser(server), name, password, { 'x-forwarded-for': '10.9.9.9' }))
          .statusCode,
      ).toBe(423);
    expect(await rows()).toBe(before); // nobody fills the table with made-up names
    expect((await login(known, username, password)).statusCode).toBe(200);
    await server.close();
  }, 60_000);

  it('is what the nearest proxy that we trust has seen', async () => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' });
    const username = await addRegistered(server);
    await failFrom((n) => `10.0.0.${n}, 198.51.100.7`, wrongTriesOfAddress);
    const from = async (forwarded: string) =>
      (await login(createBrowser(server), username, password, { 'x-forwarded-for': forwarded }))
        .statusCode;
    expect([await from('10.1.1.1, 198.51.100.7'), await from('10.1.1.1, 198.51.100.8')]).toEqual([
      423, 200,
    ]);
    await server.close();
  }, 60_000);

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
  ])('%s counts as %s, and is kept as %s', (address, network, short) => {
    expect([networkOf(address), shortNetworkOf(address)]).toEqual([network, short]);
  });
});

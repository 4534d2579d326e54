import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginLimits } from '#server/access/limits.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin } from '#schemas/forms/pins.ts';
import { hashLimits } from '#server/security/limits.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { hashesAtOnce, hashPassword, passwordCost, verifyPassword } from './passwords.ts';

/**
 * Counts the hashes: each comparison with its input, the running ones, their maximum, and the
 * finished ones.
 */
const work = vi.hoisted(() => ({
  compared: [] as { hash: string; parameters: string }[],
  now: 0,
  most: 0,
  done: 0,
}));

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const counted = async <T>(done: Promise<T>): Promise<T> => {
    work.now += 1;
    work.most = Math.max(work.most, work.now);
    return done.finally(() => {
      work.now -= 1;
      work.done += 1;
    });
  };
  return {
    ...argon2,
    hash: (...input: Parameters<typeof argon2.hash>) => counted(argon2.hash(...input)),
    verify: (...input: Parameters<typeof argon2.verify>) => {
      const [, kind = '', version = '', cost = ''] = String(input[0]).split('$');
      work.compared.push({ hash: String(input[0]), parameters: [kind, version, cost].join() });
      return counted(argon2.verify(...input));
    },
  };
});

const password = 'Regen-Tonne 7';

describe('hashing', () => {
  let server: TestServer;
  let username: string;
  beforeEach(async () => {
    server = await startTestServer({ passwordCost });
    const { accountId } = await addAccount(server);
    ({ username } = (await addUser(server, [accountId], {
      passwordHash: await hashPassword(server.deps, password),
    })) as { username: string });
    Object.assign(work, { compared: [], now: 0, most: 0, done: 0 });
  });
  afterEach(() => server.close());

  const login = (Username: string, Password: string) =>
    createBrowser(server).post('/authenticate/login', { Username, Password });

  it('A login takes the same work for an unknown username as for a known one', async () => {
    await login('nobody-has-this-name', 'falsch');
    await login(username, 'falsch');
    await login(username, password);
    expect(work.compared).toHaveLength(3);
    expect(new Set(work.compared.map(({ parameters }) => parameters))).toEqual(
      new Set(['argon2id,v=19,m=19456,t=2,p=1']),
    );
    expect(new Set(work.compared.map(({ hash }) => hash.length)).size).toBe(1);
  });

  it('A clock that is set back two hours delays no hash', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await hashPassword(server.deps, password);
      vi.setSystemTime(Date.now() - 2 * 3_600_000);
      expect(await verifyPassword(server.deps, undefined, password)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('A hundred concurrent wrong passwords are compared five times', async () => {
    for (const name of [username, 'nobody-has-this-name']) {
      work.compared.length = 0;
      await Promise.all(Array.from({ length: 100 }, () => login(name, 'falsch')));
      expect(work.compared).toHaveLength(loginLimits.wrongAttempts);
    }
  });

  it('A hundred concurrent wrong PINs are compared five times', async () => {
    const { apiKey } = await addAccount(server);
    const { formId, processGuid } = await publish(server, apiKey, {
      title: 'T',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    const { pin } = json<MadePin>(
      await server.app.inject({
        method: 'POST',
        url: `/provider/v1/forms/${formId}/pin`,
        headers: { 'x-api-key': apiKey },
        payload: {},
      }),
    );
    const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
    await Promise.all(
      Array.from({ length: 100 }, () =>
        server.app.inject({
          method: 'POST',
          url: '/api/authenticate/adhoc/pin',
          headers: webKeys,
          payload: { key: processGuid, password: wrong, attempt: 1 },
        }),
      ),
    );
    expect(work.compared).toHaveLength(pinLimits.wrongAttempts);
  });

  it('Fifty concurrent logins do not delay other requests until they end', async () => {
    const logins = Promise.all(
      Array.from({ length: 50 }, (_, index) => login(`nobody-${index}`, 'falsch')),
    );
    const waitedFor: number[] = [];
    for (; work.done < 50; await setImmediate()) {
      const [isPending, before] = [work.now > 0, work.done];
      expect((await server.app.inject('/healthz')).statusCode).toBe(200);
      await readFile('package.json'); // uses one of the threads that hashes use
      if (isPending) waitedFor.push(work.done - before);
    }
    expect(new Set((await logins).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(work.most).toBe(hashesAtOnce);
    expect(waitedFor.length).toBeGreaterThan(3);
    expect(Math.max(...waitedFor)).toBeLessThan(50 / 4);
  });

  it('A burst of logins costs the owner of the right password no attempt', async () => {
    const burst = hashesAtOnce + hashLimits.waiting + 30;
    const strangers = Array.from({ length: burst }, (_, each) =>
      login(`stranger${each}`, 'falsch'),
    );
    for (let each = 0; each <= loginLimits.wrongAttempts; each += 1)
      expect([200, 503]).toContain((await login(username, password)).statusCode);
    await Promise.all(strangers);
    expect((await login(username, password)).statusCode).toBe(200);
  });

  it('A full queue of hashes refuses a login without counting an attempt', async () => {
    let isFull = true;
    let refused = 0;
    const keepFull = async (): Promise<void> => {
      for (; isFull; await setImmediate())
        await verifyPassword(server.deps, null, 'falsch').catch(() => (refused += 1));
    };
    const checks = Array.from({ length: hashesAtOnce + hashLimits.waiting + 3 }, keepFull);
    const answer = await login(username, password);
    isFull = false;
    expect([answer.statusCode, json(answer)['reason']]).toEqual([503, 'unavailable']);
    expect(await server.deps.db.selectFrom('loginTries').selectAll().execute()).toEqual([]);
    await Promise.all(checks);
    expect(refused).toBeGreaterThanOrEqual(3);
    expect((await login(username, password)).statusCode).toBe(200);
  });
});

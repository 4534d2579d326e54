import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#schemas/platform/time.ts';
import { loginLimits } from '#server/access/limits.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Regen-Tonne 7';

describeOnEachDatabase('logins after the clock was set back', (open) => {
  let server: TestServer;
  let username: string;
  beforeEach(async () => {
    server = await startTestServer({
      open,
      mode: 'production', // a demo allows more attempts of an address
      env: { PUBLIC_URL: 'https://portal.example' },
    });
    const { accountId } = await addAccount(server);
    const user = await addUser(server, [accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    username = user.username ?? '';
  });
  afterEach(() => server.close());

  const logIn = (Password: string, Username = username) =>
    createBrowser(server).post('/authenticate/login', { Username, Password });
  const getStatus = async () => (await logIn(password)).statusCode;
  const lock = async () => {
    for (let count = 0; count < loginLimits.wrongAttempts; count += 1) await logIn('falsch');
  };

  it('A lock ends after its length, which the answer says', async () => {
    await lock();
    server.clock.forward(minuteMs / 4);
    server.clock.jump(-2 * hourMs);
    const refused = await logIn(password);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([423, '45']);
    const { nextPossibleRetry } = json<{ nextPossibleRetry: string }>(refused);
    expect(Date.parse(nextPossibleRetry) - server.clock.now().getTime()).toBe((minuteMs / 4) * 3);
    server.clock.forward((minuteMs / 4) * 3 - 1);
    expect(await getStatus()).toBe(423);
    server.clock.forward(1);
    expect(await getStatus()).toBe(200);
  });

  it('The attempts after such a lock are counted on, and the next lock is longer', async () => {
    await lock();
    server.clock.jump(-2 * hourMs);
    server.clock.forward(minuteMs);
    await lock();
    expect((await logIn(password)).headers['retry-after']).toBe('300');
    server.clock.forward(5 * minuteMs);
    expect(await getStatus()).toBe(200);
  });

  it('A process that is started afterwards lets a lock last its length at most', async () => {
    await lock();
    server.clock.jump(-2 * hourMs);
    server.deps.clock = { ...server.clock }; // has measured nothing
    expect(await getStatus()).toBe(423);
    server.clock.forward(minuteMs);
    expect(await getStatus()).toBe(200);
  });

  it('The lock of an address ends after its length', async () => {
    for (let count = 0; count < loginLimits.wrongAttemptsOfAddress; count += 1)
      await logIn('falsch', `unbekannt-${count}`);
    server.clock.jump(-2 * hourMs);
    expect(await getStatus()).toBe(423);
    server.clock.forward(minuteMs);
    expect(await getStatus()).toBe(200);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loginLimits } from '#server/access/limits.ts';
import { newId } from '#server/db/newId.ts';
import { hashPassword } from '#server/security/passwords.ts';
import type { Call, Called } from '#server/testing/callMany.ts';
import { getProgram } from '#server/testing/programs.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Regen-Tonne 7';
const minute = 60_000;
const { wrongAttempts } = loginLimits;

describeOnEachDatabase('concurrent logins with one name', (open) => {
  let server: TestServer;
  let database: TestDatabase;
  let username: string;
  beforeAll(async () => {
    database = await open();
    server = await startTestServer({ open: async () => database });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { accountId } = await addAccount(server);
    const user = await addUser(server, [accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    username = user.username ?? '';
  });

  const logIn = async (Username: string, Password: string): Promise<number> =>
    (await createBrowser(server).post('/authenticate/login', { Username, Password })).statusCode;

  /** Starts a process; the returned function logs in 50 times at once in it. */
  async function startLogins(Password: string): Promise<() => Promise<number[]>> {
    const calls: Call[] = [
      { path: '/authenticate/login', payload: { Username: username, Password } },
    ];
    const input = JSON.stringify({
      databaseUrl: database.databaseUrl,
      dataDir: database.folder,
      calls,
      count: 50,
    });
    const { stdin, stdout } = spawn(process.execPath, [...getProgram('callMany'), input], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(stdout, 'data'); // it is ready
    return async () => {
      stdin.write('begin');
      return (JSON.parse(await text(stdout)) as Called).statuses.flat();
    };
  }

  it('Thirty right logins at once all succeed', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => logIn(username, password)));
    expect(statuses).toEqual(Array(30).fill(200));
  });

  it('Right logins at once all succeed, also on three processes', async () => {
    const begin = await Promise.all([1, 2, 3].map(() => startLogins(password)));
    const statuses = await Promise.all(begin.map((each) => each()));
    expect(statuses.flat()).toEqual(Array(150).fill(200));
  });

  it('Sixty wrong logins at once are compared five times', async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => logIn(username, 'falsch')));
    expect([401, 423].map((each) => statuses.filter((status) => status === each).length)).toEqual([
      wrongAttempts,
      60 - wrongAttempts,
    ]);
  });

  it('A right login waits for attempts that are being compared', async () => {
    const { db, clock } = server.deps;
    for (let attempt = 1; attempt < wrongAttempts; attempt += 1) await logIn(username, 'falsch');
    // Another process has counted the last attempt and compares it meanwhile.
    await db
      .updateTable('loginTries')
      .set({
        tries: wrongAttempts,
        undecided: 1,
        lockedUntil: new Date(clock.now().getTime() + minute).toISOString(),
      })
      .where('tries', '=', wrongAttempts - 1)
      .where('subject', 'not like', 'address:%')
      .execute();
    let isAnswered = false;
    const waiting = logIn(username, password).finally(() => {
      isAnswered = true;
    });
    await logIn(newId(), 'falsch');
    expect(isAnswered).toBe(false);
    await db.deleteFrom('loginTries').where('undecided', '=', 1).execute(); // it was right
    expect(await waiting).toBe(200);
  });
});

// Part of `npm run check:clock`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { hashPassword } from '#server/security/passwords.ts';
import { requireFaketime } from '#server/testing/clocks/faketime.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { openSqliteTest, type TestDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, startTestServer, webKeys } from '#server/testing/testServer.ts';

const credentials = { Username: 'jonas', Password: 'Regen-Tonne 7' };
let database: TestDatabase | undefined;
let running: ServerProcess | undefined;
afterEach(async () => {
  await running?.kill();
  await database?.remove();
});

async function addJonas(opened: TestDatabase): Promise<void> {
  const server = await startTestServer({
    open: async () => ({ ...opened, remove: async () => undefined }),
  });
  const { accountId } = await addAccount(server);
  await addUser(server, [accountId], {
    username: credentials.Username,
    usernameKey: credentials.Username,
    passwordHash: await hashPassword(server.deps, credentials.Password),
  });
  await server.close();
}

it('A login takes less than two seconds after the clock was set back by two hours', async () => {
  const opened = (database = await openSqliteTest());
  await addJonas(opened);
  const clockFile = join(opened.folder, 'clock');
  writeFileSync(clockFile, '+0');
  const server = (running = await startServerProcess({
    DATA_DIR: opened.folder,
    LD_PRELOAD: requireFaketime(),
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  }));
  const logIn = async () => {
    const startedAt = performance.now();
    const { status } = await fetch(`${server.address}/api/authenticate/login`, {
      method: 'POST',
      headers: { ...webKeys, 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    return { status, ms: performance.now() - startedAt };
  };
  expect((await logIn()).status).toBe(200);
  writeFileSync(clockFile, '-2h');
  const readiness = await fetch(`${server.address}/readyz`);
  expect(await readiness.json()).toEqual({ status: 'notReady', notReady: ['clock'] });
  for (let logins = 0; logins < 3; logins += 1) {
    const { status, ms } = await logIn();
    expect(status).toBe(200);
    expect(ms).toBeLessThan(2_000);
  }
});

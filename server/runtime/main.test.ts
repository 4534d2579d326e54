import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markLoading } from '#server/demo/loading.ts';
import { startFakeClamd } from '#server/testing/peers/fakeClamd.ts';
import { getProgram } from '#server/testing/programs.ts';
import { freePort, startServerProcess } from '#server/testing/serverProcess.ts';
import { migrate, openDatabase } from '#server/db/database.ts';
import { getClockEnvironment } from '#server/testing/clocks/faketime.ts';
import { lockDataFolder } from '#server/db/dataFolderLock.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'formakte-main-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, getProgram('server'), {
    env: { PATH, DATA_DIR: dataDir, ...getClockEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, said };
}

const production = {
  PUBLIC_URL: 'https://portal.example',
  AUTH_SECRET: 'x'.repeat(32),
  WEB_APPLICATION_KEY: 'web',
  WEB_API_KEY: 'key',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@portal.example',
  SUPPORT_EMAIL: 'hilfe@portal.example',
};

it.each([
  [
    'a database that cannot be reached',
    { ...production, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    /^The database cannot be used: .*ECONNREFUSED.*\n$/,
  ],
  [
    'a proxy’s name',
    { ...production, TRUSTED_PROXIES: 'proxy' },
    /^The configuration is not complete:\nTRUSTED_PROXIES .*\n$/,
  ],
  [
    'no mode, which is production, and no secrets',
    {},
    /^The configuration is not complete:\nPUBLIC_URL is missing/,
  ],
])('The server exits with a clear message for %s', async (_, env, line) => {
  const { code, said } = await start(env);
  expect(said).toMatch(line);
  expect(code).toBe(1);
});

it('The server writes nothing into a data folder that another process has locked', async () => {
  const unlock = lockDataFolder(dataDir);
  const { code, said } = await start({ FORMAKTE_MODE: 'demo' });
  unlock();
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('Another Formakte is using the data folder'),
  ]);
  expect(existsSync(join(dataDir, 'demo-secrets.json'))).toBe(false);
});

async function makeOlderFolder(name: string): Promise<string> {
  const folder = join(dataDir, name);
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  await sql`alter table "mailOutbox" rename to "outbox"`.execute(db); // its name before 0.1.0
  await db.destroy();
  return folder;
}

it('Production does not start with a data folder from before 0.1.0', async () => {
  const folder = await makeOlderFolder('older-production');
  const { code, said } = await start({ ...production, DATA_DIR: folder });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^The data folder \S+older-production was written by a version before 0\.1\.0.*DATA_DIR/,
    ),
  ]);
});

it.each([
  [
    'a data folder that is a file',
    (folder: string) => writeFileSync(folder, 'a file'),
    /^The data folder \S+ cannot be used \(E[A-Z]+\): check [^\n]*\n$/,
  ],
  [
    'a damaged database',
    (folder: string) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'formakte.sqlite'), 'x'.repeat(8_192));
    },
    /^The database file \S+formakte\.sqlite is damaged \(SQLITE_NOTADB\): restore [^\n]*\n$/,
  ],
])('The server exits with one sentence for %s', async (name, make, line) => {
  const folder = join(dataDir, name.replaceAll(' ', '-'));
  make(folder);
  const { code, said } = await start({ ...production, DATA_DIR: folder });
  expect([code, said]).toEqual([1, expect.stringMatching(line)]);
});

it('A server beside a newer schema says so in one sentence', async () => {
  const folder = join(dataDir, 'newer');
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  await sql`insert into kysely_migration values ('9999_shapes', '2026')`.execute(db);
  await db.destroy();
  const { code, said } = await start({ ...production, DATA_DIR: folder });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^The database was migrated by a newer version \(9999_shapes\).*\n$/),
  ]);
});

it('Production does not start with another AUTH_SECRET', async () => {
  const env = { DATA_DIR: join(dataDir, 'secret'), SHUTDOWN_SECONDS: '1' };
  await (await startServerProcess(env)).kill();
  const { code, said } = await start({ ...production, ...env });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^AUTH_SECRET is not the secret that this database was written with.*\n$/,
    ),
  ]);
});

it(
  'The demo sets a data folder from before 0.1.0 aside and says so',
  { timeout: scaleTimeout(120_000) },
  async () => {
    const folder = await makeOlderFolder('older-demo');
    const server = await startServerProcess({ FORMAKTE_MODE: 'demo', DATA_DIR: folder });
    expect(server.said()).toMatch(/Its content is now in \S+before-0\.1\.0-\d{4}-\d\d-\d\d; /);
    await server.kill();
  },
);

it('A virus scanner with wrong settings ends the server', async () => {
  const clamd = await startFakeClamd(() => 'OK');
  const { code, said } = await start({
    ...production,
    DATA_DIR: join(dataDir, 'unfit-scanner'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    CLAMD_URL: clamd.url,
  });
  clamd.close();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^The virus scanner at CLAMD_URL cannot be used:\n.*EICAR/),
  ]);
});

it(
  'A demo that was killed while it loaded is loaded again',
  { timeout: scaleTimeout(120_000) },
  async () => {
    const folder = join(dataDir, 'half-loaded');
    const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
    await migrate(db);
    await markLoading(db);
    await db.destroy();
    const server = await startServerProcess({ FORMAKTE_MODE: 'demo', DATA_DIR: folder });
    expect(server.said()).toContain('The demo was not loaded to its end, so it is loaded again.');
    await server.kill();
  },
);

it('The server checks a virus scanner again that was down', async () => {
  const [port, clamdPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, getProgram('server'), {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...getClockEnvironment(),
      DATA_DIR: join(dataDir, 'clamd'),
      ...production,
      HOST: '127.0.0.1',
      PORT: String(port),
      CLAMD_URL: `tcp://127.0.0.1:${clamdPort}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await expect
    .poll(() => said, { timeout: scaleTimeout(30_000) })
    .toContain('The virus scanner does not answer: uploads are refused until it does.');
  const clamd = createServer((socket) => {
    socket.destroy();
  }).listen(clamdPort, '127.0.0.1');
  await once(clamd, 'connection');
  clamd.close();
  child.kill();
  expect((await ended)[0]).toBe(0);
});

it('A server without a scanner says how little its built-in check knows', async () => {
  const server = await startServerProcess({ DATA_DIR: join(dataDir, 'no-scanner') });
  await expect
    .poll(server.said)
    .toContain('No virus scanner is configured: a built-in check knows the EICAR test file alone');
  await server.kill();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#server/testing/serverProcess.ts';
import { lockDataFolder } from './db/dataFolderLock.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'formakte-main-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { PATH, DATA_DIR: dataDir, ...env },
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
])('stops with a clear line for %s', { timeout: 60_000 }, async (_, env, line) => {
  const { code, said } = await start(env);
  expect(said).toMatch(line);
  expect(code).toBe(1);
});

it(
  'writes nothing into a data folder that another process holds',
  { timeout: 60_000 },
  async () => {
    const unlock = lockDataFolder(dataDir);
    const { code, said } = await start({ FORMAKTE_MODE: 'demo' });
    unlock();
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('Another Formakte is using the data folder'),
    ]);
    expect(existsSync(join(dataDir, 'demo-secrets.json'))).toBe(false);
  },
);

it('looks again at a virus scanner that was down at its start', { timeout: 60_000 }, async () => {
  const [port, clamdPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env['PATH'] ?? '',
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
    .poll(() => said, { timeout: 30_000 })
    .toContain('The virus scanner does not answer: uploads are refused until it does.');
  const clamd = createServer((socket) => {
    socket.destroy();
  }).listen(clamdPort, '127.0.0.1');
  await once(clamd, 'connection');
  clamd.close();
  child.kill();
  expect((await ended)[0]).toBe(0);
});

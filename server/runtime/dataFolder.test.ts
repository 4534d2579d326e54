import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { prepareDataFolder } from './dataFolder.ts';

let parent: string;
let dataDir: string;
let server: ServerProcess | undefined;
const umask = process.umask();
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'formakte-modes-'));
  dataDir = join(parent, 'data');
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  process.umask(umask);
  rmSync(parent, { recursive: true });
});

const getMode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const listModes = () =>
  Object.fromEntries(
    readdirSync(dataDir)
      .filter((name) => !name.endsWith('-journal'))
      .map((name) => [name, getMode(join(dataDir, name))]),
  );
const expected = {
  files: '700',
  'formakte.sqlite': '600',
  'formakte.sqlite-shm': '600',
  'formakte.sqlite-wal': '600',
  'lock.sqlite': '600',
};

it('A new data folder can be read by its owner alone', async () => {
  server = await startServerProcess({ DATA_DIR: dataDir });
  expect([getMode(dataDir), listModes()]).toEqual(['700', expected]);
});

it('A data folder that others could read is closed to them by the next start', async () => {
  server = await startServerProcess({ DATA_DIR: dataDir });
  await server.kill(); // leaves the journal
  for (const name of readdirSync(dataDir))
    chmodSync(join(dataDir, name), name === 'files' ? 0o755 : 0o644);
  chmodSync(dataDir, 0o755);
  server = await startServerProcess({ DATA_DIR: dataDir });
  expect([getMode(dataDir), listModes()]).toEqual(['700', expected]);
});

it('A folder that other programs use keeps its modes, but not the files in it', () => {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o1777);
  writeFileSync(join(dataDir, 'formakte.sqlite'), '');
  chmodSync(join(dataDir, 'formakte.sqlite'), 0o644);
  writeFileSync(join(dataDir, 'other.txt'), '');
  chmodSync(join(dataDir, 'other.txt'), 0o644);
  prepareDataFolder(dataDir);
  expect([getMode(dataDir), listModes()]).toEqual([
    '777',
    { 'formakte.sqlite': '600', 'other.txt': '644' },
  ]);
});

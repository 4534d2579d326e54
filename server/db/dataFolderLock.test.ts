import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './dataFolderLock.ts';

it('A data folder is locked for one process until it unlocks the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-lock-'));
  const unlock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  unlock();
  lockDataFolder(folder)();
  rmSync(folder, { recursive: true });
});

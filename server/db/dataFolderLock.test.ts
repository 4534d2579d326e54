import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './dataFolderLock.ts';

it('lets one in at a time, and the next as soon as the first has gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-lock-'));
  const unlock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  unlock();
  lockDataFolder(folder)();
  rmSync(folder, { recursive: true });
});

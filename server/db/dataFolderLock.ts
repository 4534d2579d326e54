import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export class DataFolderInUse extends Error {}

/**
 * Locks the data folder and returns a function that unlocks it. Throws `DataFolderInUse`. The lock
 * is an open SQLite transaction: the operating system frees it when the process ends, even after a
 * crash, so there are no stale locks.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new Sqlite(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new DataFolderInUse(dataDir);
    throw error;
  }
  return () => lock.close();
}

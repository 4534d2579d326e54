import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export class DataFolderInUse extends Error {}

/**
 * Keeps a second process out of the data folder. The lock is an open transaction on a tiny database of its own: the
 * operating system lets go of it when the process dies, however it dies, so there is no stale lock to clean up.
 * Answers the function that unlocks; throws DataFolderInUse.
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

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import type { Schema } from './schema.ts';

const maxCachedStatements = 500;

/** Pages of 4 KB. A checkpoint waits for the disk; a larger journal makes it rarer. */
const checkpointPages = 8_000;

/**
 * Takes the write lock at once. A transaction that starts with a read cannot wait for it later: it
 * fails, because another program may have changed what it read.
 */
const beginWrite = 'begin immediate';

/** SQLite has rolled back already after a full disk; another rollback would hide that error. */
const nothing = 'select 1 where 0';

/** A migration is one transaction, so that a crash leaves none half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Caches prepared statements (least recently used): preparing one takes as long as running it. */
function cacheStatements(database: Sqlite.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare(text) {
      if (text === 'rollback' && !database.inTransaction) return database.prepare(nothing);
      const statement = cache.get(text) ?? database.prepare(text === 'begin' ? beginWrite : text);
      cache.delete(text);
      cache.set(text, statement); // a Map keeps insertion order, so the oldest key is first
      for (const oldest of cache.keys()) {
        if (cache.size <= maxCachedStatements) break;
        cache.delete(oldest);
      }
      return statement;
    },
  };
}

/** Opens the embedded database: one file, one writer. A commit is on the disk when it returns. */
export function openSqlite(dataDir: string): Kysely<Schema> {
  mkdirSync(dataDir, { recursive: true });
  const database = new Sqlite(join(dataDir, 'formakte.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  return new Kysely<Schema>({
    dialect: new TransactionalDialect({ database: cacheStatements(database) }),
  });
}

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type Driver,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '#server/operatorError.ts';
import { databaseLimits } from './limits.ts';
import { BusyRetryDriver } from './busyRetryDriver.ts';
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
  readonly #config: SqliteDialectConfig;
  readonly #busyMs: number;

  constructor(config: SqliteDialectConfig, busyMs: number) {
    super(config);
    this.#config = config;
    this.#busyMs = busyMs;
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
  override createDriver(): Driver {
    return new BusyRetryDriver(this.#config, this.#busyMs);
  }
}

/** Caches prepared statements: preparing one takes as long as running it. */
function cacheStatements(database: Sqlite.Database): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: maxCachedStatements });
  return {
    close: () => void database.close(),
    prepare(text) {
      if (text === 'rollback' && !database.inTransaction) return database.prepare(nothing);
      const statement = cache.get(text) ?? database.prepare(text === 'begin' ? beginWrite : text);
      cache.set(text, statement);
      return statement;
    },
  };
}

const getFile = (dataDir: string): string => join(dataDir, 'formakte.sqlite');

/** Replaces an error of the database file by a sentence for the operator. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const file = getFile(dataDir);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return createDamage(file, code);
  if (/^(SQLITE_(CANTOPEN|READONLY|PERM)|E[A-Z]+$)/.test(code))
    return new OperatorError(
      `The database file ${file} cannot be opened (${code}): ` +
        'check that its folder exists and that the user of this process may write there.',
    );
  return error;
}

const createDamage = (file: string, finding: string): OperatorError =>
  new OperatorError(
    `The database file ${file} is damaged (${finding}): restore the latest backup, ` +
      'or save what is left with "sqlite3 FILE .recover" on a copy.',
  );

/** SQLite deletes its journal when the last connection is closed. */
const hasJournal = (dataDir: string): boolean =>
  (statSync(`${getFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Checks the pages of the database after an unclean end. Throws `OperatorError`. */
export function checkAfterCrash(dataDir: string): void {
  if (!hasJournal(dataDir)) return;
  const file = getFile(dataDir);
  let finding: unknown;
  try {
    const database = new Sqlite(file);
    finding = database.pragma('quick_check(1)', { simple: true });
    database.close();
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  if (finding !== 'ok') throw createDamage(file, 'quick_check');
}

function openFile(dataDir: string): Sqlite.Database {
  mkdirSync(dataDir, { recursive: true });
  const database = new Sqlite(getFile(dataDir));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 0'); // BusyRetryDriver waits
  return database;
}

/**
 * Opens the embedded database: one file, one writer. A commit is on the disk when it returns.
 * Throws `OperatorError` for a file that cannot be opened.
 */
export function openSqlite(
  dataDir: string,
  busyMs: number = databaseLimits.busyMs,
): Kysely<Schema> {
  let database: Sqlite.Database;
  try {
    database = openFile(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  return new Kysely<Schema>({
    dialect: new TransactionalDialect({ database: cacheStatements(database) }, busyMs),
  });
}

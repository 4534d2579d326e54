import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, PostgresDialect, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import pg from 'pg';
import { limits } from '#schemas/limits.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

const maxStatements = 500;

/** The same statements are asked for again and again, and preparing one takes as long as running it. None is read row by row, so none is asked for while it runs. */
function keepStatements(database: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare(text) {
      const statement = kept.get(text) ?? (database.prepare(text)); // of the same shape, but for its types
      kept.delete(text);
      kept.set(text, statement); // the last used last
      for (const oldest of kept.keys()) {
        if (kept.size <= maxStatements) break;
        kept.delete(oldest);
      }
      return statement;
    },
  };
}

/** The embedded default: one file, one writer, and a commit is on the disk before it is acknowledged. */
function openSqlite(dataDir: string): Kysely<Schema> {
  mkdirSync(dataDir, { recursive: true });
  const database = new Sqlite(join(dataDir, 'formakte.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: keepStatements(database) }) });
}

function openPostgres(connectionString: string): Kysely<Schema> {
  // A count comes as bigint text; ours never leave the safe range.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: limits.database.connectMs, statement_timeout: limits.database.statementMs });
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** PostgreSQL when a `databaseUrl` is given, else SQLite in the data folder. */
export function openDatabase({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): Kysely<Schema> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);
}

/** Whether a statement failed because what must be there once was there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === '23505');

/** Brings the database to the newest shape; several processes may start at once. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  // Unordered: work that went on side by side may bring a lower number later, and a database of in between must still open.
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

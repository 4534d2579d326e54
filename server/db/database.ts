import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  Kysely,
  Migrator,
  PostgresDialect,
  SqliteDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import pg from 'pg';
import { limits } from '#schemas/limits.ts';
import { migrations } from './migrations.ts';
import { isQuickText, nameOf } from './prepared.ts';
import type { Schema } from './schema.ts';

const maxStatements = 500;
/** Of 4 KB each. Whoever's commit reaches it moves them all into the database and waits for the disk; until then pages that are written often are moved once. */
const checkpointPages = 8_000;

/** The same statements are asked for again and again, and preparing one takes as long as running it. None is read row by row, so none is asked for while it runs. */
function keepStatements(database: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare(text) {
      const statement = kept.get(text) ?? database.prepare(text); // of the same shape, but for its types
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
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: keepStatements(database) }) });
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

/** A plan of before a column was added, by a newer process on the same database: the connection and its plans go, the next one has new ones. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000';

/** With an isolation level it is the longer one. */
const isBegin = (text: string): boolean => text === 'begin' || text.startsWith('start transaction');

/** A connection keeps the plans of prepared statements: to make one takes as long as most run. */
async function takeConnection(
  pool: pg.Pool,
): Promise<Pick<PostgresPoolClient, 'query' | 'release'>> {
  const client = await pool.connect();
  const { stream } = client.connection;
  let begun: Promise<unknown> | undefined;
  let isStale = false;
  let isOpen = false;
  async function query(text: string, values: readonly unknown[]) {
    if (isBegin(text)) isOpen = true;
    // A transaction that sent its end along with its last statement has ended.
    if (text === 'commit' || text === 'rollback') {
      if (!isOpen) return { command: text.toUpperCase(), rowCount: 0, rows: [] };
      isOpen = false;
    }
    // What is asked for in one go is sent in one piece.
    stream.cork();
    process.nextTick(() => stream.uncork());
    const answer = client.query({ text, values: [...values], ...named(nameOf(text)) });
    answer.catch((error: unknown) => {
      isStale ||= isOutdatedPlan(error);
    });
    if (text !== 'begin') {
      const [answered] = await Promise.all([answer, begun]);
      // So PostgreSQL says that a statement had failed, though somebody went on: nothing was kept.
      if (text === 'commit' && answered.command !== 'COMMIT')
        throw new Error('The transaction was rolled back');
      return answered;
    }
    // Nobody waits for a transaction to begin: its first statement follows at once, and fails where this fails.
    begun = answer;
    begun.catch(() => undefined);
    return { command: 'BEGIN', rowCount: 0, rows: [] };
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isStale || stream.destroyed),
  }; // nothing is read through a cursor
}

/** A quick statement waits for few others, not for many. */
const maxOnShared = 8;

/**
 * A connection that all calls have for quick reads: what is asked for in one turn of the event loop goes out in one piece and
 * wakes the database once. One that fails is given up for another, once all have their answers.
 */
function shareConnection(pool: pg.Pool) {
  type Shared = { client: Promise<pg.PoolClient>; asked: number };
  let shared: Shared | undefined;
  const giveUp = ({ client }: Shared) =>
    void client.then(
      (connected) => connected.release(true),
      () => undefined,
    );

  function connect(): Shared {
    const by: Shared = { client: pool.connect(), asked: 0 };
    const forget = () => {
      if (shared !== by) return;
      shared = undefined;
      if (by.asked === 0) giveUp(by);
    };
    by.client.then((client) => client.once('end', forget), forget);
    return by;
  }

  return {
    hasRoom: () => (shared?.asked ?? 0) < maxOnShared,
    async query(text: string, values: readonly unknown[]) {
      const by = (shared ??= connect());
      by.asked += 1;
      try {
        const client = await by.client;
        const { stream } = client.connection;
        stream.cork();
        setImmediate(() => stream.uncork());
        return await client.query({ text, values: [...values], ...named(nameOf(text)) });
      } catch (error) {
        if (shared === by) shared = undefined;
        throw error;
      } finally {
        by.asked -= 1;
        if (shared !== by && by.asked === 0) giveUp(by);
      }
    },
    close() {
      if (shared?.asked === 0) giveUp(shared);
      shared = undefined;
    },
  };
}

/** A pool whose connections are taken when it is known what for. */
function keepPlans(pool: pg.Pool): PostgresPool {
  const shared = shareConnection(pool);
  return {
    async end() {
      shared.close();
      await pool.end();
    },
    async connect() {
      let own: ReturnType<typeof takeConnection> | undefined;
      const query = async (text: string, values: readonly unknown[]) =>
        !own && isQuickText(text) && shared.hasRoom()
          ? shared.query(text, values)
          : (await (own ??= takeConnection(pool))).query(text, values);
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: () =>
          void own?.then(
            ({ release }) => release(),
            () => undefined,
          ),
      };
    },
  };
}

function openPostgres(connectionString: string): Kysely<Schema> {
  // A count comes as bigint text; ours never leave the safe range.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: limits.database.connectMs,
    statement_timeout: limits.database.statementMs,
    pipeline: true,
    // What lies between may forget a connection and tell nobody: the shared one is never idle long enough to be closed.
    query_timeout: limits.database.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.database.silenceMs,
  });
  // A connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: keepPlans(pool) }) });
}

/** PostgreSQL when a `databaseUrl` is given, else SQLite in the data folder. */
export function openDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Kysely<Schema> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);
}

/** Whether a statement failed because what must be there once was there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === '23505');

/** Whether PostgreSQL gave a statement up for the time that it took. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Brings the database to the newest shape; several processes may start at once. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  // Unordered: work that went on side by side may bring a lower number later, and a database of in between must still open.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

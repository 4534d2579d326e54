import { setTimeout as sleep } from 'node:timers/promises';
import {
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
  type CompiledQuery,
} from 'kysely';
import { databaseLimits } from './limits.ts';

/** Another program holds the lock. Not SQLITE_BUSY_SNAPSHOT, which a retry cannot end. */
const busyCodes = ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_BUSY_TIMEOUT'];
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && busyCodes.includes(String(error.code));

function waitWhileBusy(connection: DatabaseConnection, busyMs: number): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      const end = performance.now() + busyMs;
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query);
        } catch (error) {
          if (!isBusy(error) || performance.now() >= end) throw error;
        }
        await sleep(databaseLimits.busyRetryMs);
      }
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  };
}

/**
 * Waits for the lock of SQLite without blocking the event loop, for at most `busyMs`. SQLite's own
 * busy timeout sleeps in the only thread.
 */
export class BusyRetryDriver extends SqliteDriver {
  readonly #busyMs: number;
  #connection: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, busyMs: number) {
    super(config);
    this.#busyMs = busyMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return (this.#connection ??= waitWhileBusy(connection, this.#busyMs));
  }
}

/*
 * Runs database transactions. SQLite puts several commits together; PostgreSQL retries after a
 * deadlock, when two transactions block each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { getBackOffMs } from '#server/getBackOffMs.ts';
import { createBatch } from './batch.ts';
import { isSqlite } from './dialect.ts';
import { isRetryable } from './errors.ts';
import type { Db } from './schema.ts';

type Work = (db: Db) => Promise<unknown>;

/** Limits how long the first change of a group commit waits for the last one. */
const maxChangesPerCommit = 32;
const savepoint = sql.raw('savepoint "change"');
const release = sql.raw('release "change"');
const rollback = sql.raw('rollback to "change"');

/**
 * Group commit for SQLite. Runs changes in sequence in one transaction, so they wait for the disk
 * once. A change that fails is rolled back alone, to its savepoint.
 */
const groupCommit = createBatch<Work, unknown>(maxChangesPerCommit, (db, changes) =>
  db.transaction().execute(async (transaction) => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const change of changes) {
      await savepoint.execute(transaction);
      const [outcome] = await Promise.allSettled([change(transaction)]);
      // The rollback throws if the whole transaction is lost. Then all changes are rejected.
      if (outcome.status === 'rejected')
        await rollback.execute(transaction).catch(() => {
          throw outcome.reason; // the cause, for example a full disk
        });
      await release.execute(transaction);
      outcomes.push(outcome);
    }
    return outcomes;
  }),
);

const maxAttempts = 6;
const backOff = { firstMs: 10, jitter: 1 }; // two transactions must not collide again

/** Retries a database transaction after a deadlock or a serialization failure. */
async function retryAfterDeadlock<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
      await sleep(getBackOffMs(backOff, attempt));
    }
  }
}

/**
 * Runs `work` in a transaction and resolves after the commit. PostgreSQL retries after a deadlock
 * or a serialization failure, so `work` may run several times: change only the database in it.
 * Within a transaction, `work` joins it.
 */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return isSqlite(db) ? (groupCommit(db, work) as Promise<T>) : retryAfterDeadlock(db, work);
}

import { CompiledQuery, sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import { inGroups } from './inGroups.ts';
import { asOne, together } from './prepared.ts';
import type { Db } from './schema.ts';

/** Each waits for the last of its group. */
const maxAtOnce = 32;
const commit = CompiledQuery.raw('commit');
const savepoint = sql.raw('savepoint "change"');
const release = sql.raw('release "change"');
const rollback = sql.raw('rollback to "change"');

type Change = (db: Db) => Promise<unknown>;

/** One after the other in one transaction; whoever fails is taken back alone. */
const sharedTransaction = inGroups<Change, unknown>(maxAtOnce, (db, changes) =>
  db.transaction().execute(async (transaction) => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const change of changes) {
      await savepoint.execute(transaction);
      const [outcome] = await Promise.allSettled([change(transaction)]);
      if (outcome.status === 'rejected') await rollback.execute(transaction); // fails where the whole transaction is lost: then all of them are
      await release.execute(transaction);
      outcomes.push(outcome);
    }
    return outcomes;
  }),
);

/** What a change leaves to the end, where it is sent in one piece; none of these statements may need what another one does. */
type Writes = (db: Db) => readonly CompiledQuery<unknown>[];

/**
 * Runs a change that is kept as a whole or not at all, and answers once it is on the disk. SQLite makes changes one after the
 * other and would wait for the disk at the end of each: those that come meanwhile share the next commit.
 */
export async function inTransaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  writes: Writes = () => [],
): Promise<T> {
  if (isSqlite(db)) {
    return sharedTransaction(db, async (transaction) => {
      const result = await work(transaction);
      await together(transaction, writes(transaction));
      return result;
    }) as Promise<T>; // of its own work
  }
  return db.transaction().execute(async (transaction) => {
    const result = await work(transaction);
    // Nobody waits for the one before the other is sent: where a statement fails, PostgreSQL takes the commit for a rollback.
    await together(transaction, [...asOne(transaction, writes(transaction)), commit]);
    return result;
  });
}

import type {
  AttemptCounterRow,
  Db,
  IdempotencyResponseRow,
  UsedTokenRow,
} from '#server/db/schema.ts';

/** Returns true for the first of several concurrent calls only. */
export async function insertUsedToken(db: Db, token: UsedTokenRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedTokens')
    .values(token)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteUsedTokensBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('usedTokens').where('validUntil', '<=', now).execute();
}

/**
 * Adds to the counters of current windows, or starts new ones. Pass each subject once, sorted, so
 * that two transactions do not deadlock. A window that ends after `latestEnd` was started before the
 * clock was set back, and is replaced.
 */
export async function addToCounters(
  db: Db,
  added: readonly AttemptCounterRow[],
  { now, latestEnd }: { now: string; latestEnd: string },
): Promise<AttemptCounterRow[]> {
  return db
    .insertInto('attemptCounters')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(({ case: choose, eb, or, ref }) => {
        const isOver = or([
          eb('attemptCounters.endsAt', '<=', now),
          eb('attemptCounters.endsAt', '>', latestEnd),
        ]);
        return {
          count: choose()
            .when(isOver)
            .then(ref('excluded.count'))
            .else(eb('attemptCounters.count', '+', ref('excluded.count')))
            .end(),
          endsAt: choose()
            .when(isOver)
            .then(ref('excluded.endsAt'))
            .else(ref('attemptCounters.endsAt'))
            .end(),
        };
      }),
    )
    .returningAll()
    .execute();
}

/** Finds the counter of a current window, by the same rule as `addToCounters`. */
export const findCounter = (
  db: Db,
  subject: string,
  { now, latestEnd }: { now: string; latestEnd: string },
): Promise<AttemptCounterRow | undefined> =>
  db
    .selectFrom('attemptCounters')
    .selectAll()
    .where('subject', '=', subject)
    .where('endsAt', '>', now)
    .where('endsAt', '<=', latestEnd)
    .executeTakeFirst();

export async function deleteCounter(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('attemptCounters').where('subject', '=', subject).execute();
}

export async function deleteCountersBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('attemptCounters').where('endsAt', '<=', now).execute();
}

export const findStoredResponse = (
  db: Db,
  key: string,
  now: string,
): Promise<IdempotencyResponseRow | undefined> =>
  db
    .selectFrom('idempotencyResponses')
    .selectAll()
    .where('key', '=', key)
    .where('validUntil', '>', now)
    .executeTakeFirst();

/** Returns true for the first of several concurrent calls only. An expired row is replaced. */
export async function insertResponse(
  db: Db,
  response: IdempotencyResponseRow,
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyResponses')
    .values(response)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(response)
        .where('idempotencyResponses.validUntil', '<=', now),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteResponsesBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('idempotencyResponses').where('validUntil', '<=', now).execute();
}

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

/** Adds to the counter of the current window, or starts a new window. */
export async function addToCounter(
  db: Db,
  added: AttemptCounterRow,
  now: string,
): Promise<Pick<AttemptCounterRow, 'count' | 'endsAt'>> {
  return db
    .insertInto('attemptCounters')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(({ case: choose, eb, ref }) => ({
        count: choose()
          .when('attemptCounters.endsAt', '<=', now)
          .then(added.count)
          .else(eb('attemptCounters.count', '+', added.count))
          .end(),
        endsAt: choose()
          .when('attemptCounters.endsAt', '<=', now)
          .then(added.endsAt)
          .else(ref('attemptCounters.endsAt'))
          .end(),
      })),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
}

export const findCounter = (
  db: Db,
  subject: string,
  now: string,
): Promise<AttemptCounterRow | undefined> =>
  db
    .selectFrom('attemptCounters')
    .selectAll()
    .where('subject', '=', subject)
    .where('endsAt', '>', now)
    .executeTakeFirst();

export async function deleteCounter(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('attemptCounters').where('subject', '=', subject).execute();
}

export async function deleteCountersBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('attemptCounters').where('endsAt', '<=', now).execute();
}

export const findResponse = (
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

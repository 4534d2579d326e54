import type { AnswerRow, CountRow, Db, UsedTokenRow } from '#server/db/schema.ts';

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
export async function addToCount(
  db: Db,
  added: CountRow,
  now: string,
): Promise<Pick<CountRow, 'count' | 'endsAt'>> {
  return db
    .insertInto('counts')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(({ case: choose, eb, ref }) => ({
        count: choose()
          .when('counts.endsAt', '<=', now)
          .then(added.count)
          .else(eb('counts.count', '+', added.count))
          .end(),
        endsAt: choose()
          .when('counts.endsAt', '<=', now)
          .then(added.endsAt)
          .else(ref('counts.endsAt'))
          .end(),
      })),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
}

export const findCount = (db: Db, subject: string, now: string): Promise<CountRow | undefined> =>
  db
    .selectFrom('counts')
    .selectAll()
    .where('subject', '=', subject)
    .where('endsAt', '>', now)
    .executeTakeFirst();

export async function deleteCount(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('counts').where('subject', '=', subject).execute();
}

export async function deleteCountsBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('counts').where('endsAt', '<=', now).execute();
}

export const findResponse = (db: Db, key: string, now: string): Promise<AnswerRow | undefined> =>
  db
    .selectFrom('answers')
    .selectAll()
    .where('key', '=', key)
    .where('validUntil', '>', now)
    .executeTakeFirst();

/** Returns true for the first of several concurrent calls only. An expired row is replaced. */
export async function insertResponse(db: Db, answer: AnswerRow, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answers')
    .values(answer)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(answer).where('answers.validUntil', '<=', now),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteResponsesBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('answers').where('validUntil', '<=', now).execute();
}

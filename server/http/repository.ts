import type { UserSessionKind } from '#schemas/sessions.ts';
import { prepared } from '#server/db/prepared.ts';
import type { AnswerRow, CountRow, Db, UsedTokenRow } from '#server/db/schema.ts';

const accountsByKeyHash = prepared((db, hash: string) =>
  db.selectFrom('apiKeys').select('accountId').where('hash', '=', hash),
);

export const findAccountIdByKeyHash = async (db: Db, hash: string): Promise<string | undefined> =>
  (await accountsByKeyHash.first(db, hash))?.accountId;

const liveSessions = prepared(
  (db, { sessionId, kind, now }: { sessionId: string; kind: UserSessionKind; now: string }) =>
    db
      .selectFrom('sessions')
      .innerJoin('memberships', 'memberships.userId', 'sessions.userId')
      .select(['sessions.userId', 'memberships.accountId'])
      .where('sessions.id', '=', sessionId)
      .where('sessions.kind', '=', kind)
      .where('sessions.endedAt', 'is', null)
      .where('sessions.validUntil', '>', now)
      .where('memberships.isDisabled', '=', 0)
      .where(({ or, eb, ref }) =>
        or([
          eb('sessions.accountId', 'is', null),
          eb('sessions.accountId', '=', ref('memberships.accountId')),
        ]),
      )
      .orderBy('memberships.createdAt')
      .orderBy('memberships.accountId'),
  { isQuick: true },
);

/** A session that is not over, with the accounts its user is a client of: only the one it was opened for, where there is one. */
export async function findLiveSession(
  db: Db,
  asked: { sessionId: string; kind: UserSessionKind; now: string },
): Promise<{ sessionId: string; userId: string; accountIds: string[] } | undefined> {
  const rows = await liveSessions.all(db, asked);
  const [first] = rows;
  return (
    first && {
      sessionId: asked.sessionId,
      userId: first.userId,
      accountIds: rows.map(({ accountId }) => accountId),
    }
  );
}

/** Whether this call noted it: of any number at once, one does. */
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

/** Adds to what was counted in a time that goes on; else counts anew, in a new time. */
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

export const findAnswer = (db: Db, key: string, now: string): Promise<AnswerRow | undefined> =>
  db
    .selectFrom('answers')
    .selectAll()
    .where('key', '=', key)
    .where('validUntil', '>', now)
    .executeTakeFirst();

/** Whether this call kept it: of any number at once, one does. One that is over counts for none. */
export async function insertAnswer(db: Db, answer: AnswerRow, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answers')
    .values(answer)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(answer).where('answers.validUntil', '<=', now),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteAnswersBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('answers').where('validUntil', '<=', now).execute();
}

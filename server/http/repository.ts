import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Db } from '#server/db/schema.ts';

export const findAccountIdByKeyHash = async (db: Db, hash: string): Promise<string | undefined> =>
  (await db.selectFrom('apiKeys').select('accountId').where('hash', '=', hash).executeTakeFirst())
    ?.accountId;

const selectLiveSession = (
  db: Db,
  { sessionId, kind, now }: { sessionId: string; kind: UserSessionKind; now: string },
) =>
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
    .orderBy('memberships.accountId');

/**
 * Finds a live session with the accounts of its user, or with the only account it was opened for.
 */
export async function findLiveSession(
  db: Db,
  asked: { sessionId: string; kind: UserSessionKind; now: string },
): Promise<{ sessionId: string; userId: string; accountIds: string[] } | undefined> {
  const rows = await selectLiveSession(db, asked).execute();
  const [first] = rows;
  return (
    first && {
      sessionId: asked.sessionId,
      userId: first.userId,
      accountIds: rows.map(({ accountId }) => accountId),
    }
  );
}

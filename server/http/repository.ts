import type { UserSessionKind } from '#schemas/sessions.ts';
import type { Db } from '#server/db/schema.ts';

export async function findAccountIdByKeyHash(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('apiKeys').select('accountId').where('hash', '=', hash).executeTakeFirst();
  return row?.accountId;
}

/** A session that is not over, with the accounts its user is a client of: only the one it was opened for, where there is one. */
export async function findLiveSession(db: Db, { sessionId, kind, now }: { sessionId: string; kind: UserSessionKind; now: string }): Promise<{ sessionId: string; userId: string; accountIds: string[] } | undefined> {
  const rows = await db.selectFrom('sessions').innerJoin('memberships', 'memberships.userId', 'sessions.userId')
    .select(['sessions.userId', 'memberships.accountId'])
    .where('sessions.id', '=', sessionId).where('sessions.kind', '=', kind).where('sessions.endedAt', 'is', null).where('sessions.validUntil', '>', now)
    .where('memberships.isDisabled', '=', 0)
    .where(({ or, eb, ref }) => or([eb('sessions.accountId', 'is', null), eb('sessions.accountId', '=', ref('memberships.accountId'))]))
    .orderBy('memberships.createdAt').orderBy('memberships.accountId').execute();
  const [first] = rows;
  return first && { sessionId, userId: first.userId, accountIds: rows.map(({ accountId }) => accountId) };
}

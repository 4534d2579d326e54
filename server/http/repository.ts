import type { KeyScope, UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Db } from '#server/db/schema.ts';

export type LiveKey = {
  keyId: string;
  accountId: string;
  scopes: KeyScope[];
  lastUsedAt: string | null;
};

/** Finds an API key that has not ended, of an account that is not disabled. */
export async function findLiveKey(
  db: Db,
  { hash, now }: { hash: string; now: string },
): Promise<LiveKey | undefined> {
  const row = await db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .select(['apiKeys.id as keyId', 'accountId', 'scopes', 'lastUsedAt'])
    .where('hash', '=', hash)
    .where('accounts.disabledAt', 'is', null)
    .where(({ or, eb }) => or([eb('validUntil', 'is', null), eb('validUntil', '>', now)]))
    .executeTakeFirst();
  return row && { ...row, scopes: JSON.parse(row.scopes) as KeyScope[] };
}

export async function setKeyUsed(db: Db, keyId: string, lastUsedAt: string): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt }).where('id', '=', keyId).execute();
}

export async function setSeen(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  lastSeenAt: string,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ lastSeenAt })
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .execute();
}

const selectLiveSession = (
  db: Db,
  { sessionId, kind, now }: { sessionId: string; kind: UserSessionKind; now: string },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb('users.id', '=', ref('sessions.userId')),
          eb('users.loginId', '=', ref('sessions.userId')),
        ]),
      ),
    )
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select([
      'sessions.userId',
      'memberships.userId as clientId',
      'memberships.accountId',
      'memberships.acceptedAt',
      'memberships.endedAt',
      'memberships.lastSeenAt',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.kind', '=', kind)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.validUntil', '>', now)
    .where('memberships.isDisabled', '=', 0)
    .where('accounts.disabledAt', 'is', null)
    .where(({ or, eb, ref }) =>
      or([
        eb('sessions.accountId', 'is', null),
        eb('sessions.accountId', '=', ref('memberships.accountId')),
      ]),
    )
    .orderBy('memberships.createdAt')
    .orderBy('memberships.accountId');

export type LiveSession = {
  sessionId: string;
  userId: string;
  /** accounts whose terms the user has accepted, in the order of membership */
  accountIds: string[];
  allAccountIds: string[];
  /** accounts whose relation to the user has ended: it only reads there */
  endedAccountIds: string[];
  /** the user of the login in each account */
  clientIds: ReadonlyMap<string, string>;
  /** last visit of the login at each account */
  lastSeen: ReadonlyMap<string, string | null>;
  /** all values of `clientIds` */
  userIds: string[];
};

/**
 * Finds a live session with the accounts of its user, or with the only account it was opened for.
 */
export async function findLiveSession(
  db: Db,
  asked: { sessionId: string; kind: UserSessionKind; now: string },
): Promise<LiveSession | undefined> {
  const rows = await selectLiveSession(db, asked).execute();
  const [first] = rows;
  return (
    first && {
      sessionId: asked.sessionId,
      userId: first.userId,
      accountIds: rows
        .filter(({ acceptedAt }) => acceptedAt !== null)
        .map(({ accountId }) => accountId),
      allAccountIds: rows.map(({ accountId }) => accountId),
      endedAccountIds: rows
        .filter(({ endedAt }) => endedAt !== null)
        .map(({ accountId }) => accountId),
      clientIds: new Map(rows.map(({ accountId, clientId }) => [accountId, clientId])),
      lastSeen: new Map(rows.map(({ accountId, lastSeenAt }) => [accountId, lastSeenAt])),
      userIds: [...new Set(rows.map(({ clientId }) => clientId))],
    }
  );
}

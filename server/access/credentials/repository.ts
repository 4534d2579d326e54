import type { CredentialRequestRow, Db, PasswordLinkRow, UserRow } from '#server/db/schema.ts';

export async function insertRequest(db: Db, request: CredentialRequestRow): Promise<void> {
  await db.insertInto('credentialRequests').values(request).execute();
}

export const listRequests = (db: Db, limit: number): Promise<CredentialRequestRow[]> =>
  db
    .selectFrom('credentialRequests')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Returns true for the process that took the request, of several. */
export async function claimRequest(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('credentialRequests')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A registered user with their first account. `email` is the confirmed address of the login. */
export type Registered = UserRow & { username: string; accountId: string | null };

/** Lists the registered users of an address or username. */
export async function listRegistered(
  db: Db,
  by: 'emailKey' | 'usernameKey' | 'id',
  value: string,
): Promise<Registered[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll('users')
    .select(({ selectFrom }) =>
      selectFrom('memberships')
        .select('accountId')
        .whereRef('userId', '=', 'users.id')
        .where('isDisabled', '=', 0)
        .orderBy('createdAt')
        .orderBy('accountId')
        .limit(1)
        .as('accountId'),
    )
    .where(({ eb, or, and }) =>
      by === 'emailKey'
        ? or([
            eb('users.loginEmailKey', '=', value),
            and([eb('users.loginEmailKey', 'is', null), eb('users.emailKey', '=', value)]),
          ])
        : eb(`users.${by}`, '=', value),
    )
    .where('users.status', '=', 1)
    .where('users.username', 'is not', null)
    .orderBy('users.createdAt')
    .execute();
  return rows.map((row) => ({
    ...row,
    email: row.loginEmail ?? row.email,
    username: row.username ?? '',
  }));
}

export async function insertLink(db: Db, link: PasswordLinkRow): Promise<void> {
  await db.insertInto('passwordLinks').values(link).execute();
}

export const findLink = (db: Db, keyHash: string): Promise<PasswordLinkRow | undefined> =>
  db.selectFrom('passwordLinks').selectAll().where('keyHash', '=', keyHash).executeTakeFirst();

/** Marks a link and all others of its user as used; true for the first of concurrent calls only. */
export async function useLink(
  db: Db,
  { keyHash, userId }: PasswordLinkRow,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passwordLinks')
    .set({ usedAt: now })
    .where('keyHash', '=', keyHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await markLinksUsed(db, userId, now);
  return true;
}

/** Marks all links of a user as used. */
export async function markLinksUsed(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('passwordLinks')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
}

/** Replaces the password hash; false if it was changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes expired links. */
export async function deleteLinksBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('passwordLinks').where('validUntil', '<', before).execute();
}

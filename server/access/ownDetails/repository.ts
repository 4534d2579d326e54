import { toNonEmptyIds, lockRows } from '#server/db/dialect.ts';
import type { ContactChangeRow, Db, UserRow } from '#server/db/schema.ts';

/** Locks all users of a login until the transaction ends, in the order of their ids. */
export async function lockLogin(db: Db, loginId: string): Promise<void> {
  await lockRows(
    db,
    db
      .selectFrom('users')
      .select('id')
      .where(({ or, eb }) => or([eb('id', '=', loginId), eb('loginId', '=', loginId)]))
      .orderBy('id'),
  ).execute();
}

/** A user of a login as the client of one account. */
export type ClientOfLogin = UserRow & { accountId: string; accountName: string };

/** Lists the clients of a login at the accounts that it has access to. */
export const listClients = (db: Db, loginId: string): Promise<ClientOfLogin[]> =>
  db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .selectAll('users')
    .select(['memberships.accountId', 'accounts.name as accountName'])
    .where(({ or, eb }) => or([eb('users.id', '=', loginId), eb('users.loginId', '=', loginId)]))
    .where('memberships.isDisabled', '=', 0)
    .where('memberships.endedAt', 'is', null)
    .orderBy('memberships.accountId')
    .execute();

export async function updateUsers(
  db: Db,
  userIds: readonly string[],
  change: Partial<UserRow>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', 'in', toNonEmptyIds(userIds)).execute();
}

/** Stores a new address or number until it is confirmed, in place of an earlier one. */
export async function putWaiting(db: Db, change: ContactChangeRow): Promise<void> {
  const { value, validUntil } = change;
  await db
    .insertInto('contactChanges')
    .values(change)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet({ value, validUntil }),
    )
    .execute();
}

export const listWaiting = (db: Db, userId: string, now: string): Promise<ContactChangeRow[]> =>
  db
    .selectFrom('contactChanges')
    .selectAll()
    .where('userId', '=', userId)
    .where('validUntil', '>', now)
    .execute();

/** Removes a waiting address or number and returns it. */
export const takeWaiting = (
  db: Db,
  userId: string,
  kind: ContactChangeRow['kind'],
): Promise<ContactChangeRow | undefined> =>
  db
    .deleteFrom('contactChanges')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();

/** Deletes what was not confirmed in time. */
export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('contactChanges').where('validUntil', '<=', now).execute();
}

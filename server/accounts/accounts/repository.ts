import type { StaffRole } from '#schemas/accounts/staff.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';

export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();

export const findAccountByKey = (db: Db, uniqueKey: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('uniqueKey', '=', uniqueKey).executeTakeFirst();

/** Lists a user's accounts in this order, with the acceptance and the role in each. */
export async function listAccountsOf(
  db: Db,
  userId: string,
  accountIds: readonly string[],
): Promise<(AccountRow & { acceptedAt: string | null; role: StaffRole | null })[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.accountId', 'accounts.id')
    .leftJoin('staff', (join) =>
      join
        .onRef('staff.accountId', '=', 'accounts.id')
        .onRef('staff.userId', '=', 'memberships.userId'),
    )
    .selectAll('accounts')
    .select(['memberships.acceptedAt', 'staff.role'])
    .where('memberships.userId', '=', userId)
    .where('accounts.id', 'in', accountIds)
    .execute();
  return rows.sort((a, b) => accountIds.indexOf(a.id) - accountIds.indexOf(b.id));
}

export const getAccount = (db: Db, id: string): Promise<AccountRow> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function setPages(
  db: Db,
  id: string,
  pages: Pick<AccountRow, 'isDashboardDisabled' | 'publicPageElsewhere'>,
): Promise<void> {
  await db.updateTable('accounts').set(pages).where('id', '=', id).execute();
}

export async function setProfile(
  db: Db,
  id: string,
  profile: Pick<AccountRow, 'categories' | 'feedbackFormId' | 'mainServiceFormId'>,
): Promise<void> {
  await db.updateTable('accounts').set(profile).where('id', '=', id).execute();
}

export const listAccounts = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<AccountRow, 'id' | 'uniqueKey' | 'isDashboardDisabled'>[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'uniqueKey', 'isDashboardDisabled'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

export async function listLogos(db: Db, blobKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['logoKey', 'secondaryLogoKey'])
    .where((is) => is.or([is('logoKey', 'in', blobKeys), is('secondaryLogoKey', 'in', blobKeys)]))
    .execute();
  return rows
    .flatMap(({ logoKey, secondaryLogoKey }) => [logoKey, secondaryLogoKey])
    .filter((key) => key !== null);
}

export async function listReturnHosts(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('returnHosts')
    .select('host')
    .where('accountId', '=', accountId)
    .orderBy('host')
    .execute();
  return rows.map(({ host }) => host);
}

export async function replaceReturnHosts(
  db: Db,
  accountId: string,
  hosts: readonly string[],
): Promise<void> {
  await db.deleteFrom('returnHosts').where('accountId', '=', accountId).execute();
  if (hosts.length > 0)
    await db
      .insertInto('returnHosts')
      .values(hosts.map((host) => ({ accountId, host })))
      .execute();
}

export async function setAutoReply(
  db: Db,
  accountId: string,
  autoReply: Pick<AccountRow, 'autoReply' | 'isAutoReplyOn'>,
): Promise<void> {
  await db.updateTable('accounts').set(autoReply).where('id', '=', accountId).execute();
}

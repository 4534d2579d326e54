import type { AccountContact, AccountProfile } from '#schemas/accounts/accounts.ts';
import type { FooterLink } from '#schemas/accounts/looks.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { lockRows, toNonEmptyIds } from '#server/db/dialect.ts';
import type { AccountRow, Db, MembershipRow } from '#server/db/schema.ts';

/** An account whose JSON columns are parsed. */
export type StoredAccount = Omit<AccountRow, 'contact' | 'categories' | 'footerLinks'> & {
  contact: AccountContact;
  categories: string[];
  footerLinks: FooterLink[];
};

const parseAccount = <Row extends AccountRow>({
  contact,
  categories,
  footerLinks,
  ...row
}: Row) => ({
  ...row,
  contact: JSON.parse(contact) as AccountContact,
  categories: JSON.parse(categories) as string[],
  footerLinks: JSON.parse(footerLinks ?? '[]') as FooterLink[],
});

/** Finds an account that is not disabled. */
export async function findAccount(db: Db, id: string): Promise<StoredAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  return row && parseAccount(row);
}

export async function findAccountByKey(
  db: Db,
  uniqueKey: string,
): Promise<StoredAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('uniqueKey', '=', uniqueKey)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  return row && parseAccount(row);
}

/** An account with its relation to a client. */
export type AccountOfClient = StoredAccount &
  Pick<MembershipRow, 'acceptedAt' | 'endedAt'> & {
    role: StaffRole | null;
    /** an invitation that waits for the client */ invitationId: string | null;
  };

/** Lists accounts of a login's users in this order, with the relation to each. */
export async function listAccountsOf(
  db: Db,
  userIds: readonly string[],
  accountIds: readonly string[],
  now: string,
): Promise<AccountOfClient[]> {
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
    .select(['memberships.acceptedAt', 'memberships.endedAt', 'staff.role'])
    .select(({ selectFrom }) =>
      selectFrom('invitations')
        .select('invitations.id')
        .whereRef('invitations.userId', '=', 'memberships.userId')
        .whereRef('invitations.accountId', '=', 'memberships.accountId')
        .where('invitations.revokedAt', 'is', null)
        .where('invitations.validUntil', '>', now)
        .limit(1)
        .as('invitationId'),
    )
    .where('memberships.userId', 'in', toNonEmptyIds(userIds))
    .where('accounts.id', 'in', accountIds)
    .execute();
  return rows
    .sort((a, b) => accountIds.indexOf(a.id) - accountIds.indexOf(b.id))
    .map((row) => parseAccount(row));
}

export const getAccount = async (db: Db, id: string): Promise<StoredAccount> =>
  parseAccount(
    await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

/** Returns an account and locks it until the end of the transaction. */
export async function lockAccount(db: Db, id: string): Promise<StoredAccount> {
  const query = db.selectFrom('accounts').selectAll().where('id', '=', id);
  return parseAccount(await lockRows(db, query).executeTakeFirstOrThrow());
}

export async function setPages(
  db: Db,
  id: string,
  pages: Pick<AccountRow, 'isDashboardDisabled' | 'publicPageElsewhere'>,
): Promise<void> {
  await db.updateTable('accounts').set(pages).where('id', '=', id).execute();
}

export async function setDetails(
  db: Db,
  id: string,
  { contact, ...names }: Pick<StoredAccount, 'name' | 'shortName' | 'contact'>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...names, contact: JSON.stringify(contact) })
    .where('id', '=', id)
    .execute();
}

export async function setProfile(
  db: Db,
  id: string,
  { categories, ...forms }: AccountProfile,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...forms, categories: JSON.stringify(categories) })
    .where('id', '=', id)
    .execute();
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

export type FirmRow = Pick<AccountRow, 'id' | 'uniqueKey' | 'name' | 'createdAt' | 'disabledAt'>;

const selectFirms = (db: Db) =>
  db.selectFrom('accounts').select(['id', 'uniqueKey', 'name', 'createdAt', 'disabledAt']);

export const listFirms = (db: Db): Promise<FirmRow[]> =>
  selectFirms(db).orderBy('createdAt').orderBy('id').execute();

/** Returns true once an account exists, also a disabled one. */
export const hasFirms = async (db: Db): Promise<boolean> =>
  (await selectFirms(db).limit(1).executeTakeFirst()) !== undefined;

/** Finds an account by its public key, also a disabled one. */
export const findFirm = (db: Db, uniqueKey: string): Promise<FirmRow | undefined> =>
  selectFirms(db).where('uniqueKey', '=', uniqueKey).executeTakeFirst();

/** Inserts an account; false if its key is taken. */
export async function insertFirm(db: Db, account: AccountRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function setFirmDisabled(
  db: Db,
  id: string,
  disabledAt: string | null,
): Promise<void> {
  await db.updateTable('accounts').set({ disabledAt }).where('id', '=', id).execute();
}

import type { AccountRow, Db, MembershipRow } from '#server/db/schema.ts';

/** The account of one of its clients, as it is now, and when that client accepted its texts. */
export const findAccountOf = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<(AccountRow & Pick<MembershipRow, 'acceptedAt'>) | undefined> =>
  db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.accountId', 'accounts.id')
    .selectAll('accounts')
    .select('memberships.acceptedAt')
    .where('accounts.id', '=', accountId)
    .where('memberships.userId', '=', userId)
    .executeTakeFirst();

/** Whoever has accepted before stays with what it was then. */
export async function noteAcceptance(
  db: Db,
  accountId: string,
  userId: string,
  accepted: Pick<MembershipRow, 'acceptedAt' | 'termsHash' | 'privacyHash'>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set(accepted)
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .where('acceptedAt', 'is', null)
    .execute();
}

export const findAcceptance = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Pick<MembershipRow, 'acceptedAt' | 'termsHash' | 'privacyHash'> | undefined> =>
  db
    .selectFrom('memberships')
    .select(['acceptedAt', 'termsHash', 'privacyHash'])
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .executeTakeFirst();

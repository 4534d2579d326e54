import type { AccountRow, Db, MembershipRow } from '#server/db/schema.ts';

/** Finds a client's account in its current state, and the time of the acceptance. */
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

/** Keeps the first acceptance. */
export async function storeAcceptance(
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

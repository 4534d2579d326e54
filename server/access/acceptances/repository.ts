import type { AccountRow, Db, InvitationRow, MembershipRow } from '#server/db/schema.ts';

type Client = Pick<MembershipRow, 'accountId' | 'userId'>;

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

/** Removes the end and the acceptance, because the texts are accepted again. */
export async function resume(db: Db, { accountId, userId }: Client): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({ endedAt: null, endedBy: null, acceptedAt: null })
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .where('endedAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds an open invitation of a client. */
export const findOpenInvitation = (
  db: Db,
  { accountId, userId }: Client,
  now: string,
): Promise<Pick<InvitationRow, 'id'> | undefined> =>
  db
    .selectFrom('invitations')
    .select('id')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('validUntil', '>', now)
    .executeTakeFirst();

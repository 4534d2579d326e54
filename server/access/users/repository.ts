import { locked } from '#server/db/dialect.ts';
import type { AccountRow, Db, InvitationRow, MembershipRow, UserRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** A user as a client of one account. */
export type Client = UserRow &
  Pick<MembershipRow, 'accountId' | 'isDisabled' | 'bodyHash'> & {
    /** since when this account knows them */ knownSince: string;
  };

const selectClients = (db: Db, accountId: string) =>
  db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .selectAll('users')
    .select([
      'memberships.accountId',
      'memberships.isDisabled',
      'memberships.bodyHash',
      'memberships.createdAt as knownSince',
    ])
    .where('memberships.accountId', '=', accountId);

export const findClient = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Client | undefined> =>
  selectClients(db, accountId).where('users.id', '=', userId).executeTakeFirst();

export const findClientByIdempotencyKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<Client | undefined> =>
  selectClients(db, accountId)
    .where('memberships.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** With one extra row if there is a next page. */
export function listClients(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<Client[]> {
  let query = selectClients(db, accountId);
  if (after) {
    query = query.where((is) =>
      is.or([
        is('memberships.createdAt', '<', after.at),
        is.and([
          is('memberships.createdAt', '=', after.at),
          is('memberships.userId', '<', after.id),
        ]),
      ]),
    );
  }
  return query
    .orderBy('memberships.createdAt', 'desc')
    .orderBy('memberships.userId', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function insertUser(db: Db, user: UserRow): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

/** Returns true for the first insert of an Idempotency-Key only. */
export async function insertMembership(db: Db, membership: MembershipRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function setDisabled(
  db: Db,
  accountId: string,
  userId: string,
  isDisabled: 0 | 1,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ isDisabled })
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .execute();
}

/** Locks a client of an account until the transaction ends. */
export async function lockMembership(db: Db, accountId: string, userId: string): Promise<void> {
  await locked(
    db,
    db
      .selectFrom('memberships')
      .select('userId')
      .where('accountId', '=', accountId)
      .where('userId', '=', userId),
  ).execute();
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(db: Db, id: string): Promise<void> {
  await locked(db, db.selectFrom('invitations').select('id').where('id', '=', id)).execute();
}

/** An invitation with its client and account. */
export type KnownInvitation = { invitation: InvitationRow; client: Client; account: AccountRow };

export async function findInvitation(
  db: Db,
  keyHash: string,
): Promise<KnownInvitation | undefined> {
  const invitation = await db
    .selectFrom('invitations')
    .selectAll()
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();
  const client = invitation && (await findClient(db, invitation.accountId, invitation.userId));
  const account =
    invitation &&
    (await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', invitation.accountId)
      .executeTakeFirst());
  return invitation && client && account && { invitation, client, account };
}

/** Returns false if an invitation with this key exists. */
export async function insertInvitation(db: Db, invitation: InvitationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('keyHash').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function countInvitations(
  db: Db,
  accountId: string,
  userId: string,
  since: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Revokes the open invitations of a user in an account, except one. Returns how many. */
export async function revokeInvitations(
  db: Db,
  accountId: string,
  userId: string,
  now: string,
  but = '',
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('id', '!=', but)
    .where('revokedAt', 'is', null)
    .where('validUntil', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const findInvitationById = (
  db: Db,
  userId: string,
  id: string,
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function isUsernameTaken(
  db: Db,
  usernameKey: string,
  butBy: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('usernameKey', '=', usernameKey)
    .where('id', '!=', butBy)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true for the call that registered the user, of concurrent ones. */
export async function register(
  db: Db,
  userId: string,
  chosen: Pick<UserRow, 'username' | 'usernameKey' | 'passwordHash' | 'registeredAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...chosen, status: 1 })
    .where('id', '=', userId)
    .where('status', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

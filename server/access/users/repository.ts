import { sql } from 'kysely';
import { listUsernameKeys } from '#schemas/access/usernames.rules.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { Db, InvitationRow, MembershipRow, UserRow } from '#server/db/schema.ts';
import { findAccount, type StoredAccount } from '#server/accounts/accounts/service.ts';
import { lockMembership } from '#server/accounts/staff/service.ts';

/** A user as a client of one account. */
export type Client = UserRow &
  Pick<
    MembershipRow,
    'accountId' | 'isDisabled' | 'bodyHash' | 'externalId' | 'endedAt' | 'endedBy' | 'lastSeenAt'
  > & {
    /** since when this account knows them */ knownSince: string;
    /** of the newest invitation that was not revoked */ invitedAt: string | null;
    /** end of its link, which may have expired */ invitedUntil: string | null;
  };

const selectNewestInvitation = (column: 'createdAt' | 'validUntil') =>
  sql<string | null>`(
    select ${sql.ref(`invitations.${column}`)} from "invitations"
    where "invitations"."accountId" = "memberships"."accountId"
      and "invitations"."userId" = "memberships"."userId"
      and "invitations"."revokedAt" is null
    order by "invitations"."validUntil" desc limit 1
  )`;

/** Selects the clients of an account with their newest invitation. */
export const selectClients = (db: Db, accountId: string) =>
  db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .selectAll('users')
    .select([
      'memberships.accountId',
      'memberships.isDisabled',
      'memberships.bodyHash',
      'memberships.externalId',
      'memberships.endedAt',
      'memberships.endedBy',
      'memberships.lastSeenAt',
      'memberships.createdAt as knownSince',
      selectNewestInvitation('createdAt').as('invitedAt'),
      selectNewestInvitation('validUntil').as('invitedUntil'),
    ])
    .where('memberships.accountId', '=', accountId);

export const findClient = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Client | undefined> =>
  selectClients(db, accountId).where('users.id', '=', userId).executeTakeFirst();

/** Returns the confirmed address of the login that opens a client's account. */
export async function getLoginEmail(
  db: Db,
  { id, loginId }: Pick<UserRow, 'id' | 'loginId'>,
): Promise<string> {
  const { loginEmail, email } = await db
    .selectFrom('users')
    .select(['loginEmail', 'email'])
    .where('id', '=', loginId ?? id)
    .executeTakeFirstOrThrow();
  return loginEmail ?? email;
}

export const findClientByIdempotencyKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<Client | undefined> =>
  selectClients(db, accountId)
    .where('memberships.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** Finds users by the ids that the account's own software has for them. */
export async function listIdsByExternalId(
  db: Db,
  accountId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('memberships')
    .select(['userId', 'externalId'])
    .where('accountId', '=', accountId)
    .where('externalId', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap(({ userId, externalId }) => (externalId ? [[externalId, userId]] : [])),
  );
}

/** Finds a user by the id that the account's own software has for it. */
export const findIdByExternalId = async (
  db: Db,
  accountId: string,
  externalId: string,
): Promise<string | undefined> =>
  (await listIdsByExternalId(db, accountId, [externalId])).get(externalId);

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

/** Changes a client's person, and its id in the account's own software. */
export async function updateClient(
  db: Db,
  { id, accountId }: Pick<Client, 'id' | 'accountId'>,
  {
    person,
    externalId,
  }: { person: Partial<Omit<UserRow, 'id'>>; externalId: MembershipRow['externalId'] },
): Promise<void> {
  if (Object.keys(person).length > 0)
    await db.updateTable('users').set(person).where('id', '=', id).execute();
  await db
    .updateTable('memberships')
    .set({ externalId })
    .where('accountId', '=', accountId)
    .where('userId', '=', id)
    .execute();
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

/**
 * Locks a client's person, then the membership, until the transaction ends: in the order of a
 * registration, so that the two cannot deadlock.
 */
export async function lockClient(db: Db, accountId: string, userId: string): Promise<void> {
  await lockRows(
    db,
    db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('memberships')
          .select('userId')
          .where('accountId', '=', accountId)
          .where('userId', '=', userId),
      ),
  ).execute();
  await lockMembership(db, accountId, userId);
}

/** An invitation with its client and account. */
export type KnownInvitation = { invitation: InvitationRow; client: Client; account: StoredAccount };

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
  const account = invitation && (await findAccount(db, invitation.accountId));
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

/**
 * Revokes the invitations of a user in an account, except one. Returns how many of them were open.
 */
export async function revokeInvitations(
  db: Db,
  accountId: string,
  userId: string,
  now: string,
  but = '',
): Promise<number> {
  const notRevoked = db
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('id', '!=', but)
    .where('revokedAt', 'is', null);
  const { numUpdatedRows } = await notRevoked.where('validUntil', '>', now).executeTakeFirst();
  await notRevoked.execute();
  return Number(numUpdatedRows);
}

export async function listInvitationIds(
  db: Db,
  accountId: string,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('invitations')
    .select('id')
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
  return rows.map(({ id }) => id);
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

/**
 * Returns true if another user has a username in any spelling. All kinds of keys are compared, because
 * old users may have no folded one.
 */
export async function isUsernameTaken(db: Db, username: string, butBy: string): Promise<boolean> {
  const { exact, folded } = listUsernameKeys(username);
  const keys = [...exact, folded];
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('usernameKey', 'in', keys), eb('foldedUsernameKey', '=', folded)]),
    )
    .where('id', '!=', butBy)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a login until the transaction ends, and returns its users in this account. */
export async function lockClientsOfLogin(
  db: Db,
  loginId: string,
  accountId: string,
): Promise<string[]> {
  await lockRows(db, db.selectFrom('users').select('id').where('id', '=', loginId)).execute();
  const rows = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .select('users.id')
    .where(({ or, eb }) => or([eb('users.id', '=', loginId), eb('users.loginId', '=', loginId)]))
    .where('memberships.accountId', '=', accountId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Adds an invited user to a login; false if the user is registered already. */
export async function joinLogin(
  db: Db,
  userId: string,
  { loginId, registeredAt }: { loginId: string; registeredAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ loginId, registeredAt, status: 1 })
    .where('id', '=', userId)
    .where('status', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns true for the call that registered the user, of concurrent ones. */
export async function register(
  db: Db,
  userId: string,
  chosen: Pick<
    UserRow,
    'username' | 'usernameKey' | 'foldedUsernameKey' | 'passwordHash' | 'registeredAt'
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...chosen, status: 1 })
    .where('id', '=', userId)
    .where('status', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

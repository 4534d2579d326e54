import { sql } from 'kysely';
import type { Db, UserRow } from '#server/db/schema.ts';
import type { Client } from './repository.ts';

/** Deletes what an account knows of a client, the membership last. */
export async function deleteMembership(
  db: Db,
  { id, accountId }: Pick<Client, 'id' | 'accountId'>,
): Promise<void> {
  for (const table of ['clientWords', 'invitations', 'memberships'] as const)
    await db
      .deleteFrom(table)
      .where('userId', '=', id)
      .where('accountId', '=', accountId)
      .execute();
}

/** Returns true while another account knows the user. */
export const hasMembership = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .select('accountId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Returns true while the user's login opens accounts of another user. */
export const isLoginOfOthers = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('loginId', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const nameless = { salutation: '', firstName: '', lastName: '', mobile: null } as const;

/** Keeps the login of a user without the person. Its confirmed address belongs to the login. */
export async function deletePerson(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('contactChanges').where('userId', '=', userId).execute();
  await db
    .updateTable('users')
    .set({
      ...nameless,
      email: sql<string>`coalesce("loginEmail", "email")`,
      emailKey: sql<string>`coalesce("loginEmailKey", "emailKey")`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Tables whose rows belong to a user. */
const tablesOfUser = [
  'contactChanges',
  'eventHeads',
  'events',
  'passkeys',
  'passwordLinks',
  'recoveryCodes',
  'sessions',
  'totpSecrets',
] as const;

/** Deletes a user with sessions and second factors. Returns the key of the picture. */
export async function deleteUser(db: Db, userId: string): Promise<UserRow['pictureKey']> {
  for (const table of tablesOfUser)
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  const user = await db
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('pictureKey')
    .executeTakeFirstOrThrow();
  return user.pictureKey;
}

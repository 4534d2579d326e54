import { lockRows } from '#server/db/dialect.ts';
import type { Db, PasskeyRow, StoredPasskey, TotpSecretRow } from '#server/db/schema.ts';

/** Locks the user's second factor until the transaction ends. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await lockRows(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

/**
 * Returns the user of the login whose second factor a provider removes for its client: the client,
 * or the user whom the provider that the login began with has erased, for the one that joined first.
 */
export async function findLoginInCare(db: Db, clientId: string): Promise<string> {
  const row = await db
    .selectFrom('users as client')
    .innerJoin('users as joined', 'joined.loginId', 'client.loginId')
    .innerJoin('memberships', 'memberships.userId', 'joined.id')
    .select(['client.loginId', 'joined.id as firstId'])
    .where('client.id', '=', clientId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as own')
            .select('own.userId')
            .whereRef('own.userId', '=', 'client.loginId'),
        ),
      ),
    )
    .orderBy('joined.registeredAt')
    .orderBy('joined.id')
    .executeTakeFirst();
  return row?.firstId === clientId ? (row.loginId ?? clientId) : clientId;
}

export const findTotp = (db: Db, userId: string): Promise<TotpSecretRow | undefined> =>
  db.selectFrom('totpSecrets').selectAll().where('userId', '=', userId).executeTakeFirst();

export async function setTotp(db: Db, row: TotpSecretRow): Promise<void> {
  await deleteTotp(db, row.userId);
  await db.insertInto('totpSecrets').values(row).execute();
}

export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('totpSecrets')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const listTotp = (
  db: Db,
  after: string,
  limit: number,
): Promise<Pick<TotpSecretRow, 'userId' | 'sealedSecret'>[]> =>
  db
    .selectFrom('totpSecrets')
    .select(['userId', 'sealedSecret'])
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(limit)
    .execute();

/** Replaces a sealed secret unless it has changed. */
export async function replaceTotp(
  db: Db,
  { userId, sealedSecret }: Pick<TotpSecretRow, 'userId' | 'sealedSecret'>,
  replacement: string,
): Promise<void> {
  await db
    .updateTable('totpSecrets')
    .set({ sealedSecret: replacement })
    .where('userId', '=', userId)
    .where('sealedSecret', '=', sealedSecret)
    .execute();
}

/** Marks a time step as used; true for the first of concurrent calls only. */
export async function useStep(
  db: Db,
  { userId, sealedSecret }: TotpSecretRow,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('sealedSecret', '=', sealedSecret)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Replaces the unused codes. */
export async function setRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recoveryCodes')
      .values(hashes.map((hash) => ({ userId, hash })))
      .execute();
}

/** Marks a code with one of these hashes as used; false if there is none. */
export async function useRecoveryCode(
  db: Db,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', 'in', hashes)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** PostgreSQL returns large numbers as text. */
const parsePasskey = (row: PasskeyRow): StoredPasskey => ({
  ...row,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports) as string[],
});

export async function listPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  return (
    await db
      .selectFrom('passkeys')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(parsePasskey);
}

export async function findPasskey(db: Db, id: string): Promise<StoredPasskey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && parsePasskey(row);
}

/** Returns false if the passkey exists, also for another user. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the use and the counter; false if the counter was changed meanwhile. */
export async function storePasskeyUse(
  db: Db,
  { id, counter }: StoredPasskey,
  use: { counter: number; lastUsedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes one passkey or all; false if there was none. */
export async function deletePasskeys(db: Db, userId: string, id?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

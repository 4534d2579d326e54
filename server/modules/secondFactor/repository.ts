import { locked } from '#server/db/dialect.ts';
import type { Db, PasskeyRow, TotpSecretRow } from '#server/db/schema.ts';

/** What follows in this transaction happens to this user's second factor one after the other. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await locked(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
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

/** Uses a time step up, and whether it was still unused: of any number at once, one is told so. */
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

/** Puts these in the place of those that are left. */
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

/** Uses a code up, and whether there was one. */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A database answers large numbers as text. */
const withNumber = (row: PasskeyRow): PasskeyRow => ({ ...row, counter: Number(row.counter) });

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return (
    await db
      .selectFrom('passkeys')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(withNumber);
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && withNumber(row);
}

/** Whether it was inserted: another user may have shown the same one. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes that it was used, and whether its counter was still the one that was looked at. */
export async function notePasskeyUse(
  db: Db,
  { id, counter }: PasskeyRow,
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

/** Takes one away, or all there are; whether there was any. */
export async function deletePasskeys(db: Db, userId: string, id?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

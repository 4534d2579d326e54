import type { AccountRow, Db } from '#server/db/schema.ts';

type LookColumns = Pick<
  AccountRow,
  'primaryColor' | 'secondaryColor' | 'welcomeHeadline' | 'welcomeText' | 'footerLinks'
>;
export type LogoColumn = 'logoKey' | 'secondaryLogoKey';

export const getLook = (db: Db, accountId: string): Promise<LookColumns> =>
  db
    .selectFrom('accounts')
    .select(['primaryColor', 'secondaryColor', 'welcomeHeadline', 'welcomeText', 'footerLinks'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

export const findMark = (
  db: Db,
  accountId: string,
): Promise<Pick<AccountRow, 'name' | 'primaryColor'> | undefined> =>
  db
    .selectFrom('accounts')
    .select(['name', 'primaryColor'])
    .where('id', '=', accountId)
    .executeTakeFirst();

export async function setLook(db: Db, accountId: string, look: LookColumns): Promise<void> {
  await db.updateTable('accounts').set(look).where('id', '=', accountId).execute();
}

export async function findLogo(
  db: Db,
  accountId: string,
  column: LogoColumn,
): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select(column)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row[column] ?? null;
}

/** Replaces a logo; false if it was replaced meanwhile. */
export async function replaceLogo(
  db: Db,
  accountId: string,
  column: LogoColumn,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ [column]: to })
    .where('id', '=', accountId)
    .where(column, from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

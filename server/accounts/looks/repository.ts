import type { FooterLink, Look } from '#schemas/accounts/looks.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';

export type LogoColumn = 'logoKey' | 'secondaryLogoKey';

export async function getLook(db: Db, accountId: string): Promise<Look> {
  const { footerLinks, ...look } = await db
    .selectFrom('accounts')
    .select(['primaryColor', 'secondaryColor', 'welcomeHeadline', 'welcomeText', 'footerLinks'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { ...look, footerLinks: JSON.parse(footerLinks ?? '[]') as FooterLink[] };
}

export const findMark = (
  db: Db,
  accountId: string,
): Promise<Pick<AccountRow, 'name' | 'primaryColor'> | undefined> =>
  db
    .selectFrom('accounts')
    .select(['name', 'primaryColor'])
    .where('id', '=', accountId)
    .executeTakeFirst();

export async function setLook(
  db: Db,
  accountId: string,
  { footerLinks, ...look }: Look,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...look, footerLinks: JSON.stringify(footerLinks) })
    .where('id', '=', accountId)
    .execute();
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

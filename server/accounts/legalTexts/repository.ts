import type { AccountRow, Db } from '#server/db/schema.ts';

const columns = ['imprint', 'privacy', 'terms', 'accessibility'] as const;
type TextColumns = Pick<AccountRow, (typeof columns)[number]>;

export const findTexts = (
  db: Db,
  accountId: string,
): Promise<(TextColumns & Pick<AccountRow, 'name'>) | undefined> =>
  db
    .selectFrom('accounts')
    .select([...columns, 'name'])
    .where('id', '=', accountId)
    .executeTakeFirst();

export const getTexts = (db: Db, accountId: string): Promise<TextColumns> =>
  db.selectFrom('accounts').select(columns).where('id', '=', accountId).executeTakeFirstOrThrow();

export async function setTexts(db: Db, accountId: string, texts: TextColumns): Promise<void> {
  await db.updateTable('accounts').set(texts).where('id', '=', accountId).execute();
}

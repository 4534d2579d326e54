import type { KeyScope } from '#schemas/platform/endpoint.ts';
import type { ApiKeyRow, Db } from '#server/db/schema.ts';

/** A key without its hash, and with its scopes parsed. */
export type StoredKey = Omit<ApiKeyRow, 'hash' | 'scopes'> & { scopes: KeyScope[] };

const select = (db: Db) =>
  db
    .selectFrom('apiKeys')
    .select(['id', 'accountId', 'name', 'scopes', 'createdAt', 'validUntil', 'lastUsedAt']);

const parseKey = (row: Omit<ApiKeyRow, 'hash'>): StoredKey => ({
  ...row,
  scopes: JSON.parse(row.scopes) as KeyScope[],
});

export async function insertKey(
  db: Db,
  hash: string,
  { scopes, ...key }: StoredKey,
): Promise<void> {
  await db
    .insertInto('apiKeys')
    .values({ hash, ...key, scopes: JSON.stringify(scopes) })
    .execute();
}

export async function listKeys(db: Db, accountId: string): Promise<StoredKey[]> {
  const rows = await select(db)
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(parseKey);
}

export async function findKey(
  db: Db,
  accountId: string,
  id: string,
): Promise<StoredKey | undefined> {
  const row = await select(db)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && parseKey(row);
}

export async function endKey(db: Db, id: string, validUntil: string): Promise<void> {
  await db.updateTable('apiKeys').set({ validUntil }).where('id', '=', id).execute();
}

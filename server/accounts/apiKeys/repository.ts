import type { KeyScope } from '#schemas/platform/endpoint.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { ApiKeyRow, Db } from '#server/db/schema.ts';

/** A key without its hash, and with its scopes parsed. */
export type StoredKey = Omit<ApiKeyRow, 'hash' | 'scopes'> & { scopes: KeyScope[] };

const select = (db: Db) =>
  db
    .selectFrom('apiKeys')
    .select([
      'id',
      'accountId',
      'name',
      'scopes',
      'createdAt',
      'validUntil',
      'rotatedAt',
      'lastUsedAt',
    ]);

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

const selectKey = (db: Db, accountId: string, id: string) =>
  select(db).where('accountId', '=', accountId).where('id', '=', id);

export async function findKey(
  db: Db,
  accountId: string,
  id: string,
): Promise<StoredKey | undefined> {
  const row = await selectKey(db, accountId, id).executeTakeFirst();
  return row && parseKey(row);
}

/** Finds a key and locks it until the transaction ends. */
export async function lockKey(
  db: Db,
  accountId: string,
  id: string,
): Promise<StoredKey | undefined> {
  const row = await lockRows(db, selectKey(db, accountId, id)).executeTakeFirst();
  return row && parseKey(row);
}

export async function updateKey(
  db: Db,
  id: string,
  change: Partial<Pick<ApiKeyRow, 'validUntil' | 'rotatedAt'>>,
): Promise<void> {
  await db.updateTable('apiKeys').set(change).where('id', '=', id).execute();
}

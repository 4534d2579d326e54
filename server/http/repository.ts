import type { Db } from '#server/db/schema.ts';

export async function findAccountIdByKeyHash(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('apiKeys').select('accountId').where('hash', '=', hash).executeTakeFirst();
  return row?.accountId;
}

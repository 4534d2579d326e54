import type { AccountRow, Db } from '#server/db/schema.ts';

export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();

export const findAccountByKey = (db: Db, uniqueKey: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('uniqueKey', '=', uniqueKey).executeTakeFirst();

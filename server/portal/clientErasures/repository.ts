import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import type { ClientErasureRow, Db } from '#server/db/schema.ts';

const selectOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('clientErasures').selectAll().where('accountId', '=', accountId);

export const findErasure = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<ClientErasureRow | undefined> =>
  selectOfAccount(db, accountId).where('userId', '=', userId).executeTakeFirst();

/** With one extra row if there is a next page. */
export const listErasures = (
  db: Db,
  accountId: string,
  page: { limit: number; after?: Position | undefined },
): Promise<ClientErasureRow[]> =>
  paginate(
    selectOfAccount(db, accountId),
    ['clientErasures.erasedAt', 'clientErasures.userId'],
    page,
  ).execute();

export const countErasures = (db: Db, accountId: string): Promise<number | null> =>
  countRows(db, selectOfAccount(db, accountId).clearSelect().select('userId'));

export async function insertErasure(db: Db, erasure: ClientErasureRow): Promise<void> {
  await db.insertInto('clientErasures').values(erasure).execute();
}

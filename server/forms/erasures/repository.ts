import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import type { Db, ErasureRow } from '#server/db/schema.ts';

export const findErasure = (
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<ErasureRow | undefined> =>
  db
    .selectFrom('erasures')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('submissionId', '=', submissionId)
    .executeTakeFirst();

const ofAccount = (db: Db, accountId: string) =>
  db.selectFrom('erasures').selectAll().where('accountId', '=', accountId);

/** With one extra row if there is a next page. */
export const listErasures = (
  db: Db,
  accountId: string,
  page: { limit: number; after?: Position | undefined },
): Promise<ErasureRow[]> =>
  paginate(
    ofAccount(db, accountId),
    ['erasures.erasedAt', 'erasures.submissionId'],
    page,
  ).execute();

export const countErasures = (db: Db, accountId: string): Promise<number | null> =>
  countRows(db, ofAccount(db, accountId).clearSelect().select('submissionId'));

export async function insertErasure(db: Db, erasure: ErasureRow): Promise<void> {
  await db.insertInto('erasures').values(erasure).execute();
}

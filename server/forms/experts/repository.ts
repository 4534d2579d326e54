import type { ExpertProfile } from '#schemas/forms/experts.ts';
import type { Db, ExpertRow } from '#server/db/schema.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';

/** Lists the areas that contain the postal code, each with its expert, narrowest first. */
export const findExpertsAt = (
  db: Db,
  accountId: string,
  prefixes: readonly string[],
): Promise<ExpertRow[]> =>
  db
    .selectFrom('expertAreas')
    .innerJoin('experts', (join) =>
      join
        .onRef('experts.accountId', '=', 'expertAreas.accountId')
        .onRef('experts.id', '=', 'expertAreas.expertId'),
    )
    .selectAll('experts')
    .where('expertAreas.accountId', '=', accountId)
    .where('expertAreas.prefix', 'in', prefixes)
    .orderBy('expertAreas.prefix', 'desc')
    .orderBy('experts.name')
    .orderBy('experts.id')
    .execute();

export const countExperts = (db: Db, accountId: string): Promise<number | null> =>
  countRows(db, db.selectFrom('experts').select('id').where('accountId', '=', accountId));

/** With one extra row if there is a next page. */
export function listExperts(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<ExpertRow[]> {
  return paginate(
    db.selectFrom('experts').selectAll().where('accountId', '=', accountId),
    ['createdAt', 'id'],
    { limit, after },
  ).execute();
}

export async function listAreas(
  db: Db,
  accountId: string,
  expertIds: readonly string[],
): Promise<Map<string, string[]>> {
  const areas = new Map(expertIds.map((id) => [id, [] as string[]]));
  if (expertIds.length === 0) return areas;
  const rows = await db
    .selectFrom('expertAreas')
    .select(['expertId', 'prefix'])
    .where('accountId', '=', accountId)
    .where('expertId', 'in', expertIds)
    .orderBy('prefix')
    .execute();
  for (const { expertId, prefix } of rows) areas.get(expertId)?.push(prefix);
  return areas;
}

/** Inserts or updates the expert with this id. */
export async function putExpert(
  db: Db,
  expert: ExpertRow,
  areas: ExpertProfile['areas'],
): Promise<void> {
  const { accountId, id, name, place } = expert;
  await db
    .insertInto('experts')
    .values(expert)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doUpdateSet({ name, place }))
    .execute();
  await db
    .deleteFrom('expertAreas')
    .where('accountId', '=', accountId)
    .where('expertId', '=', id)
    .execute();
  await db
    .insertInto('expertAreas')
    .values(areas.map((prefix) => ({ accountId, expertId: id, prefix })))
    .execute();
}

/** Returns false if there was none. */
export async function deleteExpert(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('experts')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

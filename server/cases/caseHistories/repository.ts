import type { CaseHistory } from '#schemas/cases/caseHistories.ts';
import type { Db } from '#server/db/schema.ts';

export async function findHistory(db: Db, caseId: string): Promise<CaseHistory> {
  const row = await db
    .selectFrom('caseHistories')
    .select('stateGroups')
    .where('caseId', '=', caseId)
    .executeTakeFirst();
  return { stateGroups: row ? (JSON.parse(row.stateGroups) as CaseHistory['stateGroups']) : [] };
}

export async function replaceHistory(
  db: Db,
  caseId: string,
  { stateGroups }: CaseHistory,
): Promise<void> {
  const row = { caseId, stateGroups: JSON.stringify(stateGroups) };
  await db
    .insertInto('caseHistories')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('caseId').doUpdateSet({ stateGroups: row.stateGroups }),
    )
    .execute();
}

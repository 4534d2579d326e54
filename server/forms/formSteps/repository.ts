import type { Db, FormStepRow } from '#server/db/schema.ts';

/** Increments atomically. */
export async function addToSteps(db: Db, rows: readonly FormStepRow[]): Promise<void> {
  await db
    .insertInto('formSteps')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['formId', 'revision', 'day', 'step']).doUpdateSet(({ eb, ref }) => ({
        count: eb('formSteps.count', '+', ref('excluded.count')),
      })),
    )
    .execute();
}

export async function sumSteps(
  db: Db,
  { formId, revision, since }: { formId: string; revision: number; since: string },
): Promise<{ step: string; count: number }[]> {
  const rows = await db
    .selectFrom('formSteps')
    .select(({ fn }) => ['step', fn.sum<number | string>('count').as('count')])
    .where('formId', '=', formId)
    .where('revision', '=', revision)
    .where('day', '>=', since)
    .groupBy('step')
    .execute();
  // PostgreSQL returns sums as text
  return rows.map(({ step, count }) => ({ step, count: Number(count) }));
}

export async function deleteStepsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('formSteps').where('day', '<', day).execute();
}

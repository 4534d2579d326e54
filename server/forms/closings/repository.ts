import type { LocalizedText } from '#schemas/platform/common.ts';
import type { Db, FormClosingRow } from '#server/db/schema.ts';

export type StoredClosing = Omit<FormClosingRow, 'isClosed' | 'text'> & {
  isClosed: boolean;
  text: LocalizedText | null;
};

export async function listClosings(db: Db, formIds: readonly string[]): Promise<StoredClosing[]> {
  const rows = await db
    .selectFrom('formClosings')
    .selectAll()
    .where('formId', 'in', formIds)
    .execute();
  return rows.map(({ isClosed, text, ...row }) => ({
    ...row,
    isClosed: isClosed === 1,
    text: text === null ? null : (JSON.parse(text) as LocalizedText),
  }));
}

export async function saveClosing(
  db: Db,
  { formId, isClosed, text, ...rest }: StoredClosing,
): Promise<void> {
  const row = {
    ...rest,
    isClosed: isClosed ? 1 : 0,
    text: text === null ? null : JSON.stringify(text),
  } as const;
  await db
    .insertInto('formClosings')
    .values({ formId, ...row })
    .onConflict((conflict) => conflict.column('formId').doUpdateSet(row))
    .execute();
}

/** Counts the submissions by the links of forms that still exist. */
const selectKept = (db: Db, formIds: readonly string[]) =>
  db
    .selectFrom('submissions')
    .innerJoin('workflows', 'workflows.key', 'submissions.workflowKey')
    .leftJoin('tasks', 'tasks.workflowKey', 'workflows.key')
    .select((is) => ['submissions.formId', is.fn.countAll().as('count')])
    .where('submissions.formId', 'in', formIds)
    .where('workflows.type', '=', 'ASSISTENT')
    .where((is) =>
      is.or([is('tasks.workflowKey', 'is', null), is('submissions.source', '=', 'link')]),
    )
    .groupBy('submissions.formId');

/** Counts the erased ones. */
const selectErased = (db: Db, formIds: readonly string[]) =>
  db
    .selectFrom('erasures')
    .select((is) => ['formId', is.fn.countAll().as('count')])
    .where('formId', 'in', formIds)
    .where('source', '=', 'link')
    .groupBy('formId');

/**
 * Counts the submissions by the links of forms, also those handed to a case or erased: those of
 * tasks and external requests are not.
 */
export async function countByLink(
  db: Db,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = [
    ...(await selectKept(db, formIds).execute()),
    ...(await selectErased(db, formIds).execute()),
  ];
  const counts = new Map<string, number>();
  // PostgreSQL returns counts as text
  for (const { formId, count } of rows)
    counts.set(formId, (counts.get(formId) ?? 0) + Number(count));
  return counts;
}

/** Locks the closing of a form until the transaction ends, so that places are given one by one. */
export async function lockClosing(db: Db, formId: string): Promise<void> {
  await db.updateTable('formClosings').set({ formId }).where('formId', '=', formId).execute();
}

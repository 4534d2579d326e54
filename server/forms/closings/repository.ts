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

/**
 * Counts the submissions by the links of forms, also those handed to a case: those of tasks and
 * external requests are not.
 */
export async function countByLink(
  db: Db,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('workflows', 'workflows.key', 'submissions.workflowKey')
    .leftJoin('tasks', 'tasks.workflowKey', 'workflows.key')
    .select((is) => ['submissions.formId', is.fn.countAll().as('count')])
    .where('submissions.formId', 'in', formIds)
    .where('workflows.type', '=', 'ASSISTENT')
    .where((is) =>
      is.or([is('tasks.workflowKey', 'is', null), is('submissions.source', '=', 'link')]),
    )
    .groupBy('submissions.formId')
    .execute();
  // PostgreSQL returns counts as text
  return new Map(rows.map(({ formId, count }) => [formId, Number(count)]));
}

/** Locks the closing of a form until the transaction ends, so that places are given one by one. */
export async function lockClosing(db: Db, formId: string): Promise<void> {
  await db.updateTable('formClosings').set({ formId }).where('formId', '=', formId).execute();
}

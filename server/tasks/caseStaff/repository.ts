import type { Db } from '#server/db/schema.ts';

/** Lists the tasks of a case. */
export async function listTaskKeys(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('workflowKey')
    .where('caseId', '=', caseId)
    .orderBy('workflowKey')
    .execute();
  return rows.map(({ workflowKey }) => workflowKey);
}

/** Takes the tasks of a case from these users. */
export async function unassign(db: Db, caseId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('tasks')
    .set({ assigneeId: null })
    .where('caseId', '=', caseId)
    .where('assigneeId', 'in', userIds)
    .execute();
}

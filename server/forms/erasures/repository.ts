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

/** Lists the submissions of a case: of its tasks, and those that were handed to it. */
export async function listSubmissionsOfCase(
  db: Db,
  accountId: string,
  caseId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    .where('accountId', '=', accountId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('caseId', '=', caseId),
        eb(
          'workflowKey',
          'in',
          selectFrom('tasks').select('tasks.workflowKey').where('tasks.caseId', '=', caseId),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets who works on submissions of an account. */
export async function forgetAssignee(db: Db, accountId: string, userId: string): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ assigneeId: null })
    .where('accountId', '=', accountId)
    .where('assigneeId', '=', userId)
    .execute();
}

export async function insertErasure(db: Db, erasure: ErasureRow): Promise<void> {
  await db.insertInto('erasures').values(erasure).execute();
}

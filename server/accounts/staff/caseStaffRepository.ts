import type { Db } from '#server/db/schema.ts';

/** Lists the staff on the list of a case; none: the case is open to all staff. */
export async function listCaseStaff(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('caseStaff')
    .select('userId')
    .where('caseId', '=', caseId)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Lists the staff on the lists of cases, by case; one without a list is absent. */
export async function listStaffOfCases(
  db: Db,
  caseIds: readonly string[],
): Promise<Map<string, string[]>> {
  const lists = new Map<string, string[]>();
  if (caseIds.length === 0) return lists;
  const rows = await db
    .selectFrom('caseStaff')
    .selectAll()
    .where('caseId', 'in', caseIds)
    .orderBy('userId')
    .execute();
  for (const { caseId, userId } of rows) lists.set(caseId, [...(lists.get(caseId) ?? []), userId]);
  return lists;
}

/** Replaces the list of staff of a case; an empty one opens it to all staff. */
export async function replaceCaseStaff(
  db: Db,
  caseId: string,
  userIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('caseStaff').where('caseId', '=', caseId).execute();
  if (userIds.length > 0)
    await db
      .insertInto('caseStaff')
      .values(userIds.map((userId) => ({ caseId, userId })))
      .execute();
}

/** Takes a former staff member off the lists of an account's cases. */
export async function forgetCaseStaff(db: Db, accountId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('caseStaff')
    .where('userId', '=', userId)
    .where('caseId', 'in', ({ selectFrom }) =>
      selectFrom('cases').select('id').where('accountId', '=', accountId),
    )
    .execute();
}

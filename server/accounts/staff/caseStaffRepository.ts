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

const selectListings = (db: Db, accountId: string, userId: string) =>
  db
    .selectFrom('caseStaff as own')
    .innerJoin('cases', 'cases.id', 'own.caseId')
    .select('own.caseId')
    .where('cases.accountId', '=', accountId)
    .where('own.userId', '=', userId);

/** Lists the cases of an account that have the user on their list of staff. */
export async function listCasesListing(
  db: Db,
  accountId: string,
  userId: string,
): Promise<string[]> {
  const rows = await selectListings(db, accountId, userId).execute();
  return rows.map(({ caseId }) => caseId);
}

/** Finds a case that has the user alone on its list of staff. */
export async function findCaseListingOnly(
  db: Db,
  accountId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await selectListings(db, accountId, userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('caseStaff as other')
            .select('other.caseId')
            .whereRef('other.caseId', '=', 'own.caseId')
            .where('other.userId', '!=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.caseId;
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

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Employee } from '#schemas/accounts/staff.ts';
import type { Db } from '#server/db/schema.ts';
import { createProblem } from '#server/problem.ts';
import { listCaseStaff } from './caseStaffRepository.ts';
import * as repository from './repository.ts';

/**
 * Condition of a case that a member of the staff may see: one without a list of staff, or with
 * them on it (docs/behaviour/tasks.md#staff-of-a-case).
 */
export const isOpenToStaff = (
  userId: string | RawBuilder<string>,
  caseId: 'caseClients.caseId' | 'cases.id' | 'submissions.caseId' | 'tasks.caseId',
): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (
    select 1 from "caseStaff" as "own"
    where "own"."caseId" = ${sql.ref(caseId)} and "own"."userId" = ${userId}
  )
  or not exists (select 1 from "caseStaff" as "any" where "any"."caseId" = ${sql.ref(caseId)})
)`;

/** Returns true if the case has no list of staff, or the user is on it. */
export async function isCaseOpenTo(db: Db, caseId: string, userId: string): Promise<boolean> {
  const listed = await listCaseStaff(db, caseId);
  return listed.length === 0 || listed.includes(userId);
}

/** Throws `notFound` for staff who do not see the case; a program sees every case. */
export async function assertCaseOpenTo(
  db: Db,
  caseId: string,
  staff: Pick<Employee, 'userId'> | undefined,
): Promise<void> {
  if (staff && !(await isCaseOpenTo(db, caseId, staff.userId))) throw createProblem('notFound');
}

/** Lists the enabled staff of an account who may see a case. */
export async function listWorkingOn(
  db: Db,
  accountId: string,
  caseId: string,
): Promise<Employee[]> {
  const listed = await listCaseStaff(db, caseId);
  const working = await repository.listWorking(db, accountId);
  return listed.length === 0 ? working : working.filter(({ userId }) => listed.includes(userId));
}

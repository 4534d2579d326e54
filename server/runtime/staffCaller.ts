import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { hasSecondFactor } from '#server/access/sessions/service.ts';
import { getEmployee, isCaseOpenTo, listScopes } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import type { ToStaffCaller } from '#server/http/session.ts';
import { getClient } from '#server/http/session.ts';
import { createProblem } from '#server/problem.ts';
import { findItem } from '#server/tasks/inbox/repository.ts';
import { findTask } from '#server/tasks/tasks/repository.ts';

type Named = { caseId?: string; workflowId?: string; submissionId?: string };

/** Returns true if the user may see each case that a call names: itself, or by a thing in it. */
async function mayNameCases(
  { db }: Deps,
  reader: { accountId: string; userId: string },
  { caseId, workflowId, submissionId }: Named,
): Promise<boolean> {
  const { accountId, userId } = reader;
  const task = workflowId === undefined ? undefined : await findTask(db, accountId, workflowId);
  for (const id of [caseId, task?.caseId])
    if (id !== undefined && !(await isCaseOpenTo(db, id, userId))) return false;
  return submissionId === undefined || (await findItem(db, reader, submissionId)) !== undefined;
}

/**
 * Returns a login as a caller of the provider API. Throws `notFound` for other users and for cases
 * of other staff, `secondFactorRequired`, and `notAllowed` for the role.
 */
export const toStaffCaller: ToStaffCaller = async (
  deps: Deps,
  caller,
  accountId: string,
  { endpoint: { staff = [] }, params }: { endpoint: Endpoint; params: unknown },
) => {
  const { userId } = getClient(caller, accountId);
  const employee = await getEmployee(deps.db, { accountId, userId, hasSecondFactor });
  if (!staff.includes(employee.role)) throw createProblem('notAllowed');
  if (!(await mayNameCases(deps, { accountId, userId }, params ?? {})))
    throw createProblem('notFound');
  return {
    kind: 'provider',
    accountId,
    id: userId,
    scopes: listScopes(employee.role),
    staff: employee,
  };
};

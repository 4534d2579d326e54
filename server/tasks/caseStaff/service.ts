import type { CaseStaff } from '#schemas/tasks/caseStaff.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import {
  listCaseStaff,
  listEmployees,
  listWorkingOn,
  queueCaseStaffEvents,
  replaceCaseStaff,
} from '#server/accounts/staff/service.ts';
import { getOwnCase, lockCase } from '#server/cases/cases/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import * as repository from './repository.ts';

type Provider = { accountId: string; language: Language };

/** Returns who of the staff sees a case; throws `notFound` for another account's. */
export async function getCaseStaff(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  caseId: string,
): Promise<CaseStaff> {
  await getOwnCase(db, accountId, caseId);
  const userIds = await listCaseStaff(db, caseId);
  return { userIds: userIds.length > 0 ? userIds : null };
}

/**
 * Sets who of the staff sees a case, and takes its tasks from the others. Their boards, inboxes and
 * lists of cases are updated at once. Throws `notFound`, and `invalidInput` for a user who is not staff.
 */
export const setCaseStaff = (
  deps: Deps,
  { accountId, language }: Provider,
  caseId: string,
  { userIds }: CaseStaff,
): Promise<CaseStaff> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const staff = (await listEmployees(db, accountId)).map(({ userId }) => userId);
    // A list keeps former staff, and what was read can be written back.
    const known = new Set([...staff, ...(await listCaseStaff(db, caseId))]);
    const stranger = userIds?.findIndex((id) => !known.has(id)) ?? -1;
    if (stranger >= 0)
      throw createProblem('invalidInput', {
        [`/userIds/${stranger}`]: getTexts(language)('case.error.unknownStaff', {}),
      });
    const before = await listWorkingOn(db, accountId, caseId);
    await replaceCaseStaff(db, caseId, userIds ?? []);
    const after = await listWorkingOn(db, accountId, caseId);
    if (userIds)
      await repository.unassign(
        db,
        caseId,
        staff.filter((id) => !userIds.includes(id)),
      );
    const affected = [
      ...new Map([...before, ...after].map((each) => [each.userId, each])).values(),
    ];
    queueCaseStaffEvents(queueEvent, { accountId, caseId }, affected);
    for (const workflowId of await repository.listTaskKeys(db, caseId))
      queueEvent(
        affected.map(({ userId }) => userId),
        {
          type: 'boardChanged',
          accountId,
          akteIdHash: caseId,
          folderId: null,
          messageId: null,
          workflowId,
        },
      );
    queueEvent.forPrograms(accountId, { type: 'case.changed', data: { caseId } });
    return getCaseStaff({ db }, accountId, caseId);
  });

import { CaseHistory, type CaseHistoryInput } from '#schemas/cases/caseHistories.ts';
import type { Deps } from '#server/deps.ts';
import { assertMatches, computeEtag } from '#server/http/etags.ts';
import { createProblem } from '#server/problem.ts';
import {
  listClientIds,
  lockCase,
  getOwnCase,
  getSharedCase,
  type CaseScope,
} from '#server/cases/cases/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { queueFirmCaseEvents } from '#server/accounts/staff/service.ts';
import * as repository from './repository.ts';

export { findHistory } from './repository.ts';

/**
 * Returns a case's history; throws `notFound` for a case that is not shared, and for one that is
 * not an esy case.
 */
export async function getHistory(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
): Promise<CaseHistory> {
  const { isEsyAkte } = await getSharedCase({ db }, scope, caseId);
  if (isEsyAkte !== 1) throw createProblem('notFound');
  return repository.findHistory(db, caseId);
}

export async function readHistory(
  { db }: Deps,
  accountId: string,
  caseId: string,
): Promise<CaseHistory> {
  await getOwnCase(db, accountId, caseId);
  return repository.findHistory(db, caseId);
}

/** Replaces the history; throws `preconditionFailed` for another state than that of `ifMatch`. */
export async function replaceHistory(
  deps: Deps,
  accountId: string,
  caseId: string,
  { stateGroups }: CaseHistoryInput,
  ifMatch?: string,
): Promise<CaseHistory> {
  const history = {
    stateGroups: stateGroups.map(({ name, states = [] }) => ({
      name,
      states: states.map(({ statusText, isInProgress = false, date = null }) => ({
        statusText,
        isInProgress,
        date,
      })),
    })),
  };
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    assertMatches(ifMatch, computeEtag(CaseHistory, await repository.findHistory(db, caseId)));
    await repository.replaceHistory(db, caseId, history);
    queueEvent(await listClientIds(db, caseId), {
      type: 'historyChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    return history;
  });
}

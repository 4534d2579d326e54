import type { CaseHistory, CaseHistoryInput } from '#schemas/cases/caseHistories.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import {
  listClientIds,
  lockCase,
  ownCase,
  getSharedCase,
  type CaseScope,
} from '#server/cases/cases/service.ts';
import { transactionWithEvents } from '#server/events/service.ts';
import * as repository from './repository.ts';

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
  if (isEsyAkte !== 1) throw problem('notFound');
  return repository.findHistory(db, caseId);
}

export async function readHistory(
  { db }: Deps,
  accountId: string,
  caseId: string,
): Promise<CaseHistory> {
  await ownCase(db, accountId, caseId);
  return repository.findHistory(db, caseId);
}

export async function replaceHistory(
  deps: Deps,
  accountId: string,
  caseId: string,
  { stateGroups }: CaseHistoryInput,
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
  return transactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    await repository.replaceHistory(db, caseId, history);
    queueEvent(await listClientIds(db, caseId), {
      type: 'historyChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    });
    return history;
  });
}

import type { CaseHistory, CaseHistoryInput } from '#schemas/caseHistories.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import {
  listClientIds,
  lockCase,
  ownCase,
  sharedCase,
  type CaseScope,
} from '#server/modules/cases/service.ts';
import { changeAndTell } from '#server/modules/events/service.ts';
import * as repository from './repository.ts';

/** What a client sees of a case; throws `notFound` for one that is none of the caller's and for one that is no esy case (calls.md §7). */
export async function historyFor(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
): Promise<CaseHistory> {
  const { isEsyAkte } = await sharedCase({ db }, scope, caseId);
  if (isEsyAkte !== 1) throw problem('notFound');
  return repository.findHistory(db, caseId);
}

export async function historyOf(
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
  return changeAndTell(deps, async (db, tell) => {
    await lockCase(db, [accountId], caseId);
    await repository.replaceHistory(db, caseId, history);
    tell(await listClientIds(db, caseId), {
      type: 'historyChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    });
    return history;
  });
}

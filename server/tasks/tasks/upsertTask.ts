import { isDeepStrictEqual } from 'node:util';
import type { Language } from '#schemas/platform/common.ts';
import type { NewTask } from '#schemas/tasks/tasks.ts';
import type { StoredTask } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Upserted } from '#server/externalIds.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { addTask, changeTask, mergeChange } from './providerTasks.ts';
import * as repository from './repository.ts';

type Wanted = NewTask & { externalId: string };

const hasWanted = (task: StoredTask, wanted: Wanted): boolean =>
  isDeepStrictEqual(mergeChange(task, wanted), mergeChange(task, {}));

/**
 * Assigns a form to a case, or changes deadline, reminder and assignee of the task with this
 * external id. The status of a known task stays, because the staff works with it.
 */
export async function upsertTask(
  deps: Deps,
  provider: { accountId: string; language: Language },
  caseId: string,
  wanted: Wanted,
  options: { isSilent: boolean },
): Promise<Upserted> {
  const { accountId, language } = provider;
  const known = await repository.findTaskByExternalId(deps.db, accountId, wanted.externalId);
  if (!known)
    return { outcome: 'created', id: await addTask(deps, provider, caseId, wanted, options) };
  const id = known.workflowKey;
  const isSame =
    known.caseId === caseId &&
    known.formId === wanted.formId &&
    (wanted.assistantName === undefined || isDeepStrictEqual(known.name, wanted.assistantName));
  if (!isSame)
    throw createProblem('conflict', {
      '/externalId': getTexts(language)('task.error.unchangeable', {}),
    });
  if (hasWanted(known, wanted)) return { outcome: 'unchanged', id };
  await changeTask(deps, provider, id, (task) => mergeChange(task, wanted), options);
  return { outcome: 'updated', id };
}

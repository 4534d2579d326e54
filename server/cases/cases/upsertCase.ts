import type { NewCase } from '#schemas/cases/cases.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { createWithdrawnProblem, type Upserted } from '#server/externalIds.ts';
import { changeCase, createCase } from './providerCases.ts';
import * as providerRepository from './providerRepository.ts';

/** Creates a case, or changes the case with this external id. Omitted fields stay. */
export async function upsertCase(
  deps: Deps,
  provider: { accountId: string; language: Language },
  wanted: NewCase & { externalId: string },
): Promise<Upserted> {
  const { accountId, language } = provider;
  const known = await providerRepository.findByExternalId(deps.db, accountId, wanted.externalId);
  if (!known) return { outcome: 'created', id: (await createCase(deps, provider, wanted)).caseId };
  if (known.withdrawnAt !== null) throw createWithdrawnProblem(language);
  const isChanged = await changeCase(deps, provider, known.id, wanted);
  return { outcome: isChanged ? 'updated' : 'unchanged', id: known.id };
}

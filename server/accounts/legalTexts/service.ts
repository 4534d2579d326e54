import type { LegalTextName } from '#schemas/accounts/legalTexts.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { buildPlatformText } from './platformTexts.ts';
import { findTexts } from './repository.ts';

/** Returns a text of an account, or the operator's; throws `notFound` for an unknown account. */
export async function readLegalText(
  { db, config }: Deps,
  name: LegalTextName,
  accountId: string | undefined,
  language: Language,
): Promise<{ text: string; accountName: string | null }> {
  const account = accountId === undefined ? undefined : await findTexts(db, accountId);
  if (accountId !== undefined && !account) throw createProblem('notFound');
  const own = account?.[name] ?? null;
  if (account && own !== null) return { text: own, accountName: account.name };
  return { text: buildPlatformText(name, language, config), accountName: null };
}

import type { AccountPages } from '#schemas/accounts/accounts.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import * as repository from './repository.ts';
import type { StoredAccount } from './repository.ts';
import { isReturnAllowed } from './returnHosts.ts';

export const getPages = ({
  isDashboardDisabled,
  publicPageElsewhere,
}: StoredAccount): AccountPages => ({
  isDashboardDisabled: isDashboardDisabled === 1,
  publicPageElsewhere,
});

/**
 * Throws `invalidInput` for a public page on an unlisted host, because browsers are redirected
 * there.
 */
export async function setPages(
  { db }: Deps,
  account: StoredAccount,
  { isDashboardDisabled, publicPageElsewhere }: AccountPages,
  language: Language,
): Promise<void> {
  const isAllowed =
    publicPageElsewhere === null || (await isReturnAllowed(db, account, publicPageElsewhere));
  if (!isAllowed)
    throw createProblem('invalidInput', {
      '/publicPageElsewhere': getTexts(language)('pages.error.host', {}),
    });
  await repository.setPages(db, account.id, {
    isDashboardDisabled: isDashboardDisabled ? 1 : 0,
    publicPageElsewhere,
  });
}

/** Returns the redirect target of the public page; null if its host is no longer listed. */
export const getPublicPageElsewhere = async (
  { db }: Deps,
  account: StoredAccount,
): Promise<string | null> =>
  (await isReturnAllowed(db, account, account.publicPageElsewhere))
    ? account.publicPageElsewhere
    : null;

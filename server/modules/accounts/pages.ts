import type { AccountPages } from '#schemas/accounts.ts';
import type { Language } from '#schemas/common.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import * as repository from './repository.ts';
import { isReturnAllowed } from './service.ts';

export const pagesOf = ({
  isDashboardDisabled,
  publicPageElsewhere,
}: AccountRow): AccountPages => ({
  isDashboardDisabled: isDashboardDisabled === 1,
  publicPageElsewhere,
});

/** Throws `invalidInput` for a public page on a host that the account has not listed: browsers are sent there by themselves. */
export async function setPages(
  { db }: Deps,
  account: AccountRow,
  { isDashboardDisabled, publicPageElsewhere }: AccountPages,
  language: Language,
): Promise<void> {
  const isAllowed =
    publicPageElsewhere === null || (await isReturnAllowed(db, account, publicPageElsewhere));
  if (!isAllowed)
    throw problem('invalidInput', {
      '/publicPageElsewhere': textsIn(language)('pages.error.host', {}),
    });
  await repository.setPages(db, account.id, {
    isDashboardDisabled: isDashboardDisabled ? 1 : 0,
    publicPageElsewhere,
  });
}

/** Where visitors of the public page are led; its host may have been taken off the list since. */
export const publicPageElsewhere = async (
  { db }: Deps,
  account: AccountRow,
): Promise<string | null> =>
  (await isReturnAllowed(db, account, account.publicPageElsewhere))
    ? account.publicPageElsewhere
    : null;

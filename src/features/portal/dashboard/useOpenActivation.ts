import { useState } from 'react';
import type { Account } from '#schemas/accounts/accounts.ts';
import { needsActivation } from '#src/api/accounts/accounts.ts';
import { listStatements } from '#src/forms/useConsent.ts';

/**
 * Returns the locked account whose terms are shown: `asked` while it is locked, else the first.
 * Only one at a time, because control ids are unique per form, not per page.
 */
export function useOpenActivation(
  accounts: readonly Account[],
  asked?: string,
): (account: Account) => { isOpen: boolean; isWanted: boolean; onOpen: () => void } {
  const [chosen, setChosen] = useState<string>();
  const wanted = [chosen, asked].find((id) =>
    accounts.some((account) => account.id === id && needsActivation(account)),
  );
  const open =
    wanted ??
    accounts.find((account) => needsActivation(account) && listStatements(account).length > 0)?.id;
  return ({ id }) => ({
    isOpen: id === open,
    isWanted: id === wanted,
    onOpen: () => setChosen(id),
  });
}

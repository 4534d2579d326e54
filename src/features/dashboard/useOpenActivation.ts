import { useState } from 'react';
import type { Account } from '#schemas/accounts.ts';
import { statementsOf } from '#src/forms/useConsent.ts';

/**
 * Which of several locked accounts shows what has to be accepted: the one that somebody chose or came for (`asked`), as long as it is
 * locked, else the first. One at a time, because the ids of a form's controls are unique within a page only by the form.
 */
export function useOpenActivation(
  accounts: readonly Account[],
  asked?: string,
): (account: Account) => { isOpen: boolean; isWanted: boolean; onOpen: () => void } {
  const [chosen, setChosen] = useState<string>();
  const wanted = [chosen, asked].find((id) =>
    accounts.some((account) => account.id === id && !account.isActivated),
  );
  const open =
    wanted ??
    accounts.find((account) => !account.isActivated && statementsOf(account).length > 0)?.id;
  return ({ id }) => ({
    isOpen: id === open,
    isWanted: id === wanted,
    onOpen: () => setChosen(id),
  });
}

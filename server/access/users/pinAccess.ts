import { endInvitedSessions } from '#server/access/sessions/service.ts';
import type { Deps } from '#server/deps.ts';
import { getInvitationSubject, removePin, voidPins } from '#server/forms/pins/service.ts';
import * as repository from './repository.ts';

/**
 * Ends what a client's PINs have opened or could open: the sessions, and PINs that were sent. After
 * a change of the address they may be in a stranger's hands. Links stay, because a link opens
 * nothing without a PIN, and the next one goes to the new address.
 */
export async function endPinAccess(tx: Deps, accountId: string, userId: string): Promise<void> {
  for (const id of await repository.listInvitationIds(tx.db, accountId, userId))
    await voidPins(tx.db, getInvitationSubject(id));
  await endInvitedSessions(tx, userId, accountId);
}

/** Deletes the PINs of a client who is erased. */
export async function deletePins(tx: Pick<Deps, 'db'>, accountId: string, userId: string) {
  for (const id of await repository.listInvitationIds(tx.db, accountId, userId))
    await removePin(tx, getInvitationSubject(id));
}

import type { DetailsChange, OtherDetails, OwnDetails } from '#schemas/access/ownDetails.ts';
import type { UserData } from '#schemas/access/users.ts';
import type { ContactChangeRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { CallerOf } from '#server/http/session.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { getRegisteredUser, type Registered } from '#server/access/credentials/service.ts';
import { getSessionUser } from '#server/access/sessions/service.ts';
import { changeAtAccounts } from './changeAtAccounts.ts';
import { canSendSms } from '#server/mail/mailOutbox/service.ts';
import * as repository from './repository.ts';

const comparable = ['salutation', 'firstName', 'lastName', 'language', 'email', 'mobile'] as const;

/** Lists what accounts have written of a client that is not what the login has. */
const listOthers = (
  login: Registered,
  clients: readonly repository.ClientOfLogin[],
): OtherDetails[] =>
  clients
    .flatMap(({ accountId, accountName, ...client }) => {
      const names = comparable.filter((name) => client[name] !== login[name]);
      const differing = Object.fromEntries(names.map((name) => [name, client[name]]));
      return names.length > 0 ? [{ accountId, accountName, differing }] : [];
    })
    .sort((one, other) => one.accountName.localeCompare(other.accountName, 'de'));

export async function getOwnDetails(deps: Deps, userId: string): Promise<OwnDetails> {
  const { db, clock } = deps;
  const login = await getRegisteredUser(db, userId);
  const { salutation, firstName, lastName, language, email, mobile } = login;
  const waiting = await repository.listWaiting(db, userId, clock.now().toISOString());
  const findWaiting = (wanted: ContactChangeRow['kind']) => {
    const found = waiting.find(({ kind }) => kind === wanted);
    return found ? { value: found.value, validUntil: found.validUntil } : null;
  };
  return {
    salutation,
    firstName,
    lastName,
    language,
    email,
    mobile,
    waiting: { email: findWaiting('email'), mobile: findWaiting('mobile') },
    isSmsAvailable: canSendSms(deps),
    others: listOthers(login, await repository.listClients(db, userId)),
  };
}

/**
 * Changes the caller's name and language at their login and all its accounts. A value that is the
 * same at the login stays as it is everywhere, because an account may know another one.
 */
export async function changeOwnDetails(
  deps: Deps,
  { userId, sessionId }: CallerOf<'registered'>,
  wanted: DetailsChange,
): Promise<{ user: UserData }> {
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    await repository.lockLogin(db, userId);
    const login = await getRegisteredUser(db, userId);
    const change = Object.fromEntries(
      Object.entries(wanted).filter(
        ([name, value]) => login[name as keyof DetailsChange] !== value,
      ),
    ) as Partial<DetailsChange>;
    if (Object.keys(change).length === 0) return;
    await repository.updateUsers(db, [userId], change);
    await changeAtAccounts(db, queueEvent, userId, change);
  });
  return { user: await getSessionUser(deps, 'registered', sessionId) };
}

/** Deletes new addresses and numbers that were not confirmed in time. */
export const deleteExpiredContacts = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteExpired(db, clock.now().toISOString());

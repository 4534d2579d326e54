import type { Db } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';
import type { StoredAccount } from './repository.ts';

/** Lists the hosts to which browsers may be redirected after a form. */
export const listReturnHosts = repository.listReturnHosts;

/** Replaces the list of hosts. */
export const setReturnHosts = (
  { db }: Deps,
  accountId: string,
  hosts: readonly string[],
): Promise<void> =>
  inTransaction(db, (transaction) => repository.replaceReturnHosts(transaction, accountId, hosts));

/** Returns true for an https URL on the account's own website or a listed host. */
export async function isReturnAllowed(
  db: Db,
  account: StoredAccount,
  address: string | null,
): Promise<boolean> {
  if (!address || !URL.canParse(address)) return false;
  const { host, hostname, protocol } = new URL(address);
  const { website } = account.contact;
  const own = URL.canParse(website) ? [new URL(website).host] : [];
  return (
    (protocol === 'https:' || hostname === 'localhost') &&
    [...own, ...(await listReturnHosts(db, account.id))].includes(host)
  );
}

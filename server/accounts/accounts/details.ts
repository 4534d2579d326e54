import type {
  AccountContact,
  AccountDetails,
  GivenAccountDetails,
} from '#schemas/accounts/accounts.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export const getDetails = ({
  name,
  shortName,
  contact: { contact: phone, fax = '', street, postalCode, city, website, openingHours },
}: repository.StoredAccount): AccountDetails => ({
  name,
  shortName,
  street,
  postalCode,
  city,
  phone,
  fax,
  website,
  ...(openingHours === undefined ? {} : { openingHours }),
});

/** Returns the stored form of address and ways to reach an account. */
export const toContact = ({
  name: _,
  shortName: __,
  phone,
  fax,
  ...address
}: AccountDetails): AccountContact => ({
  ...address,
  contact: phone,
  ...(fax === '' ? {} : { fax }),
});

/** Stores name and contact of an account. Keeps the opening hours when none are given. */
export const setDetails = (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { openingHours: given, ...details }: GivenAccountDetails,
): Promise<AccountDetails> =>
  inTransaction(db, async (tx) => {
    const { contact } = await repository.lockAccount(tx, accountId);
    const openingHours = given === undefined ? contact.openingHours : given;
    const stored = { ...details, ...(openingHours ? { openingHours } : {}) };
    const { name, shortName } = stored;
    await repository.setDetails(tx, accountId, { name, shortName, contact: toContact(stored) });
    return stored;
  });

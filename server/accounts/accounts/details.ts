import type { AccountContact, AccountDetails } from '#schemas/accounts/accounts.ts';
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

/** Stores name and contact of an account. */
export const setDetails = (
  { db }: Deps,
  accountId: string,
  details: AccountDetails,
): Promise<void> => {
  const { name, shortName } = details;
  return repository.setDetails(db, accountId, { name, shortName, contact: toContact(details) });
};

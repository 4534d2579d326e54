import type { AccountDetails } from '#schemas/accounts/accounts.ts';
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

/** Stores name and contact of an account. */
export const setDetails = (
  { db }: Deps,
  accountId: string,
  { name, shortName, phone, fax, ...address }: AccountDetails,
): Promise<void> =>
  repository.setDetails(db, accountId, {
    name,
    shortName,
    contact: { ...address, contact: phone, ...(fax === '' ? {} : { fax }) },
  });

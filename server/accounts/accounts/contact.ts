import type { AccountContact } from '#schemas/accounts/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';

/** Parses an account's contact data. */
export const getContact = ({ contact }: Pick<AccountRow, 'contact'>): AccountContact =>
  JSON.parse(contact) as AccountContact;

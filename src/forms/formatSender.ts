import type { AccountContact } from '#schemas/accounts/accounts.ts';

/** Formats a sender in one line, as on a letter (DIN 5008). */
export const formatSender = (
  name: string,
  { street, postalCode, city }: Pick<AccountContact, 'street' | 'postalCode' | 'city'>,
): string => [name, street, `${postalCode} ${city}`].filter((part) => part.trim()).join(' · ');

import type { AccountContact } from '#schemas/accounts.ts';

/** Who writes, in one line above a form or a login, as on a letter (DIN 5008). */
export const senderLine = (
  name: string,
  { street, postalCode, city }: Pick<AccountContact, 'street' | 'postalCode' | 'city'>,
): string => [name, street, `${postalCode} ${city}`].filter((part) => part.trim()).join(' · ');

import type { AccountContact } from '#schemas/accounts.ts';

/** Who writes, in one line above the form, as on a letter (DIN 5008). */
export const senderLine = (name: string, { street, postalCode, city }: AccountContact): string =>
  [name, street, `${postalCode} ${city}`].filter((part) => part.trim()).join(' · ');

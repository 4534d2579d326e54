import type { AccountRow } from '#server/db/schema.ts';

/** Address of a logo, null when the account has none. */
export function logoUrl(account: AccountRow, which: 'logo' | 'secondarylogo'): string | null {
  const key = which === 'logo' ? account.logoKey : account.secondaryLogoKey;
  return key && `/api/v2.0/e.consult.${account.id}/accounts/${which}`;
}

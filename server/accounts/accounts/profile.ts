import type { AccountProfile } from '#schemas/accounts/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export const getProfile = ({
  categories,
  feedbackFormId,
  mainServiceFormId,
}: Pick<AccountRow, 'categories' | 'feedbackFormId' | 'mainServiceFormId'>): AccountProfile => ({
  categories: JSON.parse(categories) as string[],
  feedbackFormId,
  mainServiceFormId,
});

/** Stores the profile. The caller has checked that its forms are the account's own. */
export const setProfile = (
  { db }: Deps,
  accountId: string,
  { categories, ...forms }: AccountProfile,
): Promise<void> =>
  repository.setProfile(db, accountId, { categories: JSON.stringify(categories), ...forms });

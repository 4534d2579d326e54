import type { AccountProfile } from '#schemas/accounts/accounts.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export const getProfile = ({
  categories,
  feedbackFormId,
  mainServiceFormId,
}: repository.StoredAccount): AccountProfile => ({ categories, feedbackFormId, mainServiceFormId });

/** Stores the profile. The caller has checked that its forms are the account's own. */
export const setProfile = (
  { db }: Deps,
  accountId: string,
  profile: AccountProfile,
): Promise<void> => repository.setProfile(db, accountId, profile);

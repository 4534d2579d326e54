import type { AccountProfile } from '#schemas/accounts/accounts.ts';
import { setProfile } from '#server/accounts/accounts/service.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import type { Deps } from '#server/deps.ts';

/** Stores an account's profile. Throws `notFound` for another account's form. */
export async function changeProfile(
  deps: Deps,
  accountId: string,
  profile: AccountProfile,
): Promise<void> {
  const { feedbackFormId, mainServiceFormId } = profile;
  for (const formId of [feedbackFormId, mainServiceFormId])
    if (formId !== null) await getOwnForm(deps, accountId, formId);
  await setProfile(deps, accountId, profile);
}

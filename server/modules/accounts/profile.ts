import type { AccountProfile } from '#schemas/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { ownForm } from '#server/modules/providerForms/service.ts';
import * as repository from './repository.ts';

export const profileOf = ({
  categories,
  feedbackFormId,
  mainServiceFormId,
}: Pick<AccountRow, 'categories' | 'feedbackFormId' | 'mainServiceFormId'>): AccountProfile => ({
  categories: JSON.parse(categories) as string[],
  feedbackFormId,
  mainServiceFormId,
});

/** Throws `notFound` for a form that is not the account's own. */
export async function setProfile(
  deps: Deps,
  accountId: string,
  { categories, ...forms }: AccountProfile,
): Promise<void> {
  for (const formId of Object.values(forms))
    if (formId !== null) await ownForm(deps, accountId, formId);
  await repository.setProfile(deps.db, accountId, {
    categories: JSON.stringify(categories),
    ...forms,
  });
}

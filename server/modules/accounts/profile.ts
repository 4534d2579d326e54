import type { AccountProfile } from '#schemas/accounts.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { ownForm } from '#server/modules/providerForms/service.ts';
import * as repository from './repository.ts';

export const profileOf = ({ categories, feedbackFormId }: Pick<AccountRow, 'categories' | 'feedbackFormId'>): AccountProfile => ({ categories: JSON.parse(categories) as string[], feedbackFormId });

/** Throws `notFound` for a form that is not the account's own. */
export async function setProfile(deps: Deps, accountId: string, { categories, feedbackFormId }: AccountProfile): Promise<void> {
  if (feedbackFormId !== null) await ownForm(deps, accountId, feedbackFormId);
  await repository.setProfile(deps.db, accountId, { categories: JSON.stringify(categories), feedbackFormId });
}

import type { Language } from '#schemas/platform/common.ts';
import { createAdministrator, getUsernameError } from '#server/access/users/service.ts';
import { createFirm } from '#server/accounts/accounts/service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { startFirmNotifications } from '#server/mail/firmNotifications/service.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { findSetUpErrors, getFirmKey, type SetUpErrors, type SetUpInput } from './fields.ts';
import { consumeSetUpLink, isSetUpTokenValid } from './link.ts';

/** The link was used meanwhile, or has expired. */
class LinkEnded extends Error {}

export type SetUpOutcome =
  { created: { name: string; firmKey: string } } | { errors: SetUpErrors } | 'linkEnded';

/** Creates the first firm and its administrator, once for each link. */
export async function setUpFirm(
  deps: Deps,
  token: string,
  input: SetUpInput,
  language: Language,
): Promise<SetUpOutcome> {
  if (!(await isSetUpTokenValid(deps, deps.db, token))) return 'linkEnded';
  const username = await getUsernameError(deps, '', input.username, language);
  const errors: SetUpErrors = {
    ...(username === undefined ? {} : { username }),
    ...findSetUpErrors(input, language),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const passwordHash = await hashPassword(deps, input.password);
  try {
    await inTransaction(deps.db, async (db) => {
      if (!(await isSetUpTokenValid(deps, db, token)) || !(await consumeSetUpLink(db)))
        throw new LinkEnded();
      const { name, street, postalCode, city, phone, website } = input;
      const details = { name, street, postalCode, city, phone, website };
      const firm = await createFirm(deps, db, { uniqueKey: getFirmKey(input), details });
      const { firstName, lastName, email, username } = input;
      const person = { firstName, lastName, email, language, username, passwordHash };
      await createAdministrator(deps, db, firm.id, person);
      await startFirmNotifications({ ...deps, db }, firm.id, email);
    });
  } catch (error) {
    if (error instanceof LinkEnded) return 'linkEnded';
    throw error;
  }
  return { created: { name: input.name, firmKey: getFirmKey(input) } };
}

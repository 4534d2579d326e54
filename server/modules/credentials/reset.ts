import type { Language } from '#schemas/common.ts';
import type { PasswordLinkRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashPassword, newPasswordError } from '#server/http/passwords.ts';
import { answerOnce, type Keep } from '#server/http/repeats.ts';
import { hashSecret } from '#server/http/secrets.ts';
import { endSessionsOf, forgetLoginTries } from '#server/modules/sessions/service.ts';
import { forgetChangeTries, noticeOfChange } from './change.ts';
import * as repository from './repository.ts';

/** A link that is still good, and whose it is. Throws `linkInvalid` for one we never made, `linkExpired` for one that was used or is too old. */
async function goodLink(
  { db, clock }: Deps,
  key: string,
): Promise<{ link: PasswordLinkRow; user: repository.Registered }> {
  const link = await repository.findLink(db, hashSecret(key));
  const [user] = link ? await repository.listRegistered(db, 'id', link.userId) : [];
  if (!link || !user) throw problem('linkInvalid');
  if (link.usedAt !== null || link.validUntil <= clock.now().toISOString())
    throw problem('linkExpired');
  return { link, user };
}

/** Whose password a link sets. */
export const usernameOfLink = async (deps: Deps, key: string): Promise<string> =>
  (await goodLink(deps, key)).user.username;

type Changed = { changed: true };

/** Sets a password by a link, ends all of the user's sessions and any lock, and tells them; a repeat answers the same. Throws `invalidInput` for a password that they may not choose. */
export const resetPassword = (
  deps: Deps,
  key: string,
  password: string,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<Changed> =>
  answerOnce<Changed>(
    deps,
    { of: `resetPassword:${key}`, idempotencyKey, body: password },
    (keep) => resetNow(deps, key, password, language, keep),
  );

async function resetNow(
  deps: Deps,
  key: string,
  password: string,
  language: Language,
  keep: Keep<Changed>,
): Promise<Changed> {
  const { link, user } = await goodLink(deps, key);
  const error = newPasswordError(password, user, language);
  if (error) throw problem('invalidInput', { '/password': error });
  const passwordHash = await hashPassword(deps, password);
  return deps.db.transaction().execute(async (transaction) => {
    if (!(await repository.useLink(transaction, link, deps.clock.now().toISOString())))
      throw problem('linkExpired');
    await repository.setPasswordHash(transaction, user.id, passwordHash);
    const within = { ...deps, db: transaction };
    await endSessionsOf(within, user.id);
    await forgetChangeTries(within, user.id);
    await forgetLoginTries(within, user.username);
    await noticeOfChange(deps, transaction, user);
    return keep(transaction, { changed: true });
  });
}

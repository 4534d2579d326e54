import type { Language } from '#schemas/common.ts';
import type { PasswordChange, PasswordChanged } from '#schemas/credentials.ts';
import { limits } from '#schemas/limits.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashPassword, newPasswordError, verifyPassword } from '#server/http/passwords.ts';
import type { CallerOf } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';
import { endSessionsOf } from '#server/modules/sessions/service.ts';
import { countWithinHour, forgetCount } from './hourlyCounts.ts';
import * as repository from './repository.ts';

/** Wrong existing passwords are counted apart from the login's: whoever is logged in cannot lock the user out. */
const triesOf = (userId: string): string => `change:${userId}`;

export const forgetChangeTries = (deps: Deps, userId: string): Promise<void> => forgetCount(deps, triesOf(userId));

function assertNew(user: repository.Registered, { newpassword, newpasswordconfirmation }: PasswordChange, language: Language): void {
  const error = newPasswordError(newpassword, user, language);
  if (error) throw problem('invalidInput', { '/newpassword': error });
  if (newpassword !== newpasswordconfirmation) throw problem('invalidInput', { '/newpasswordconfirmation': textsIn(language)('PasswordInputMatchingError', {}) });
}

/**
 * Changes the caller's password, ends their other sessions and the links mailed before, and tells them. A try is counted before it is compared: of many
 * at once no more than there are tries reach the hash. Throws `invalidInput`, which costs none, for a new password that may not be chosen.
 */
export async function changePassword(deps: Deps, { userId, sessionId }: CallerOf<'registered'>, change: PasswordChange, language: Language): Promise<PasswordChanged> {
  const [user] = await repository.listRegistered(deps.db, 'id', userId);
  if (!user) throw problem('notFound');
  assertNew(user, change, language);
  const { wrongTries: tries } = limits.credentials;
  const tried = await countWithinHour(deps, triesOf(userId));
  if (tried > tries) return { result: 1, loginAttempts: 0 };
  const wrong = { result: 2, loginAttempts: tries - tried } as const;
  if (!(await verifyPassword(deps, user.passwordHash, change.oldpassword))) return wrong;
  const passwordHash = await hashPassword(deps, change.newpassword);
  return deps.db.transaction().execute(async (db) => {
    if (!(await repository.replacePasswordHash(db, userId, user.passwordHash, passwordHash))) return wrong; // somebody else has just changed it
    const within = { ...deps, db };
    await repository.useLinksOf(db, userId, deps.clock.now().toISOString());
    await forgetChangeTries(within, userId);
    await endSessionsOf(within, userId, sessionId);
    await noticeOfChange(deps, db, user);
    return { result: 0, loginAttempts: tries };
  });
}

/** Tells a user that their password was changed: whoever did not do it themselves learns of it. */
export async function noticeOfChange(deps: Deps, db: Db, { accountId, language, email, firstName, lastName }: repository.Registered): Promise<void> {
  const text = textsIn(language);
  const content = { subject: text('mail.passwordChanged.subject', {}), paragraphs: [text('mail.passwordChanged.text', {}), text('mail.passwordChanged.notYou', {})] };
  await enqueueMail(deps, db, { accountId, language, to: { email, name: `${firstName} ${lastName}` }, content });
}

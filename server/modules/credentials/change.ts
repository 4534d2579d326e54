import type { Language } from '#schemas/common.ts';
import type { PasswordChange, PasswordChanged } from '#schemas/credentials.ts';
import { limits } from '#schemas/limits.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { countWithin, forgetCount, hourMinutes } from '#server/http/counts.ts';
import { problem } from '#server/http/errors.ts';
import {
  assertNotBusy,
  hashPassword,
  newPasswordError,
  verifyPassword,
} from '#server/http/passwords.ts';
import { answerOnce, type Keep } from '#server/http/repeats.ts';
import type { CallerOf } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';
import { endSessionsOf } from '#server/modules/sessions/service.ts';
import * as repository from './repository.ts';

/** Wrong existing passwords are counted apart from the login's: whoever is logged in cannot lock the user out. */
const triesOf = (userId: string): string => `change:${userId}`;

export const forgetChangeTries = (deps: Deps, userId: string): Promise<void> =>
  forgetCount(deps, triesOf(userId));

/** Whose credentials they are; throws `notFound` for whoever has not registered. */
export async function registeredUser(db: Db, userId: string): Promise<repository.Registered> {
  const [user] = await repository.listRegistered(db, 'id', userId);
  if (!user) throw problem('notFound');
  return user;
}

const { wrongTries: tries } = limits.credentials;
const tooManyTries = 1;

/** Compares the existing password. A try is counted before that: of many at once no more than there are tries reach the hash. `refusal` is what a wrong one is answered with. */
async function tryExisting(
  deps: Deps,
  user: repository.Registered,
  password: string,
): Promise<{ isRight: boolean; refusal: PasswordChanged }> {
  assertNotBusy();
  const { count: tried } = await countWithin(deps, triesOf(user.id), hourMinutes);
  if (tried > tries) return { isRight: false, refusal: { result: tooManyTries, loginAttempts: 0 } };
  return {
    isRight: await verifyPassword(deps, user.passwordHash, password),
    refusal: { result: 2, loginAttempts: tries - tried },
  };
}

/** Makes sure that whoever changes how they log in knows the password, and answers whose it is. Throws `invalidInput`; wrong ones count as at a change of the password. */
export async function assertPassword(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<repository.Registered> {
  const user = await registeredUser(deps.db, userId);
  const { isRight, refusal } = await tryExisting(deps, user, password);
  if (!isRight)
    throw problem('invalidInput', {
      '/password': textsIn(language)(
        refusal.result === tooManyTries
          ? 'existingPassword.tooManyTries'
          : 'existingPassword.wrong',
        { count: refusal.loginAttempts },
      ),
    });
  await forgetChangeTries(deps, userId);
  return user;
}

function assertNew(
  user: repository.Registered,
  { oldpassword, newpassword, newpasswordconfirmation }: PasswordChange,
  language: Language,
): void {
  const error = newPasswordError(newpassword, user, language);
  if (error) throw problem('invalidInput', { '/newpassword': error });
  if (newpassword === oldpassword)
    throw problem('invalidInput', {
      '/newpassword': textsIn(language)('newpassword.error.unchanged', {}),
    });
  if (newpassword !== newpasswordconfirmation)
    throw problem('invalidInput', {
      '/newpasswordconfirmation': textsIn(language)('PasswordInputMatchingError', {}),
    });
}

/**
 * Changes the caller's password, ends their other sessions and the links mailed before, and tells them; a repeat answers the same. Throws `invalidInput`, which costs none, for a new password that may not be chosen.
 */
export const changePassword = (
  deps: Deps,
  caller: CallerOf<'registered'>,
  change: PasswordChange,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<PasswordChanged> =>
  answerOnce<PasswordChanged>(
    deps,
    { of: `changePassword:${caller.sessionId}`, idempotencyKey, body: change },
    (keep) => changeNow(deps, caller, change, language, keep),
  );

async function changeNow(
  deps: Deps,
  { userId, sessionId }: CallerOf<'registered'>,
  change: PasswordChange,
  language: Language,
  keep: Keep<PasswordChanged>,
): Promise<PasswordChanged> {
  const user = await registeredUser(deps.db, userId);
  assertNew(user, change, language);
  const { isRight, refusal } = await tryExisting(deps, user, change.oldpassword);
  if (!isRight) return refusal;
  const passwordHash = await hashPassword(deps, change.newpassword);
  return deps.db.transaction().execute(async (db) => {
    if (!(await repository.replacePasswordHash(db, userId, user.passwordHash, passwordHash)))
      return refusal; // somebody else has just changed it
    const within = { ...deps, db };
    await repository.useLinksOf(db, userId, deps.clock.now().toISOString());
    await forgetChangeTries(within, userId);
    await endSessionsOf(within, userId, sessionId);
    await noticeOfChange(deps, db, user);
    return keep(db, { result: 0, loginAttempts: tries });
  });
}

/** Tells a user that their password was changed: whoever did not do it themselves learns of it. */
export async function noticeOfChange(
  deps: Deps,
  db: Db,
  { accountId, language, email, firstName, lastName }: repository.Registered,
): Promise<void> {
  const text = textsIn(language);
  const content = {
    subject: text('mail.passwordChanged.subject', {}),
    paragraphs: [text('mail.passwordChanged.text', {}), text('mail.passwordChanged.notYou', {})],
  };
  await enqueueMail(deps, db, {
    accountId,
    language,
    to: { email, name: `${firstName} ${lastName}` },
    content,
  });
}

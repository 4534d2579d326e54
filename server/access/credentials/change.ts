import type { Language } from '#schemas/platform/common.ts';
import type { PasswordChange, PasswordChanged } from '#schemas/access/credentials.ts';
import { minutesPerHour } from '#schemas/platform/time.ts';
import { isSamePassword } from '#schemas/access/users.rules.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import type { Db } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt, resetAttempts } from '#server/security/attemptCounters.ts';
import { createProblem } from '#server/problem.ts';
import { compareInQueue, hashPassword, getPasswordError } from '#server/security/passwords.ts';
import * as idempotency from '#server/security/idempotency.ts';
import type { CallerOf } from '#server/http/session.ts';
import { getTexts } from '#server/texts.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { endSessions } from '#server/access/sessions/service.ts';
import * as repository from './repository.ts';

/** Counts apart from the login, so that a stolen session cannot lock the user out. */
const getSubject = (userId: string): string => `change:${userId}`;

export const resetChangeAttempts = (deps: Deps, userId: string): Promise<void> =>
  resetAttempts(deps, getSubject(userId));

/** Returns a registered user; throws `notFound` for any other. */
export async function getRegisteredUser(db: Db, userId: string): Promise<repository.Registered> {
  const [user] = await repository.listRegistered(db, 'id', userId);
  if (!user) throw createProblem('notFound');
  return user;
}

const { wrongAttempts } = credentialRateLimits;
const tooManyAttempts = 1;

/**
 * Compares the existing password. The attempt is counted first, so that concurrent requests
 * cannot compare more often than the limit. `refusal` is the response to a wrong password.
 */
async function tryExisting(
  deps: Deps,
  user: repository.Registered,
  password: string,
): Promise<{ isRight: boolean; refusal: PasswordChanged }> {
  return compareInQueue(deps, async (compare) => {
    const { count: tried } = await countAttempt(deps, getSubject(user.id), minutesPerHour);
    if (tried > wrongAttempts)
      return { isRight: false, refusal: { result: tooManyAttempts, loginAttempts: 0 } };
    return {
      isRight: await compare(user.passwordHash, password),
      refusal: { result: 2, loginAttempts: wrongAttempts - tried },
    };
  });
}

/**
 * Checks the password before a change of credentials and returns its user. Throws
 * `invalidInput`; a wrong password counts as an attempt of changePassword.
 */
export async function assertPassword(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<repository.Registered> {
  const user = await getRegisteredUser(deps.db, userId);
  const { isRight, refusal } = await tryExisting(deps, user, password);
  if (!isRight)
    throw createProblem('invalidInput', {
      '/password': getTexts(language)(
        refusal.result === tooManyAttempts
          ? 'existingPassword.tooManyAttempts'
          : 'existingPassword.wrong',
        { count: refusal.loginAttempts },
      ),
    });
  await resetChangeAttempts(deps, userId);
  return user;
}

function assertNew(
  user: repository.Registered,
  { oldpassword, newpassword, newpasswordconfirmation }: PasswordChange,
  language: Language,
): void {
  const error = getPasswordError(newpassword, user, language);
  if (error) throw createProblem('invalidInput', { '/newpassword': error });
  if (isSamePassword(newpassword, oldpassword))
    throw createProblem('invalidInput', {
      '/newpassword': getTexts(language)('newpassword.error.unchanged', {}),
    });
  if (!isSamePassword(newpassword, newpasswordconfirmation))
    throw createProblem('invalidInput', {
      '/newpasswordconfirmation': getTexts(language)('PasswordInputMatchingError', {}),
    });
}

/**
 * Changes the caller's password, ends their other sessions and mailed links, and mails a notice.
 * A retry gets the same response. Throws `invalidInput`, without counting an attempt, for a new
 * password that is not allowed.
 */
export async function changePassword(
  deps: Deps,
  caller: CallerOf<'registered'>,
  change: PasswordChange,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<PasswordChanged> {
  const key = { scope: `changePassword:${caller.sessionId}`, idempotencyKey };
  const replay = await idempotency.findResponse<PasswordChanged>(deps, key, change);
  if (replay) return replay;
  try {
    const response = await verifyAndChange(deps, caller, change, language, key);
    if (response.result === 0) return response;
    // After a lost race the existing password is already the new one.
    return (await idempotency.findResponse<PasswordChanged>(deps, key, change)) ?? response;
  } catch (error) {
    return idempotency.findAfterRace(deps, key, change, error);
  }
}

async function verifyAndChange(
  deps: Deps,
  { userId, sessionId }: CallerOf<'registered'>,
  change: PasswordChange,
  language: Language,
  key: idempotency.CallKey,
): Promise<PasswordChanged> {
  const user = await getRegisteredUser(deps.db, userId);
  assertNew(user, change, language);
  const { isRight, refusal } = await tryExisting(deps, user, change.oldpassword);
  if (!isRight) return refusal;
  const passwordHash = await hashPassword(deps, change.newpassword);
  return inTransaction(deps.db, async (db) => {
    if (!(await repository.replacePasswordHash(db, userId, user.passwordHash, passwordHash)))
      return refusal; // a concurrent request has changed it
    const within = { ...deps, db };
    await repository.markLinksUsed(db, userId, deps.clock.now().toISOString());
    await resetChangeAttempts(within, userId);
    await endSessions(within, userId, sessionId);
    await mailChangeNotice(deps, db, user);
    return idempotency.storeResponse(within, key, change, {
      result: 0,
      loginAttempts: wrongAttempts,
    });
  });
}

/** Mails the user that their password was changed, so that they notice a theft. */
export async function mailChangeNotice(
  deps: Deps,
  db: Db,
  { id: userId, accountId, language, email, firstName, lastName }: repository.Registered,
): Promise<void> {
  const text = getTexts(language);
  const content = {
    subject: text('mail.passwordChanged.subject', {}),
    paragraphs: [text('mail.passwordChanged.text', {}), text('mail.passwordChanged.notYou', {})],
  };
  await enqueueMail(deps, db, {
    accountId,
    userId,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    content,
  });
}

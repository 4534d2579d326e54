import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { Registration, RegistrationWizard, UserStatus } from '#schemas/users.ts';
import { usernameKeyOf } from '#schemas/users.rules.ts';
import { isUniqueViolation } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { problem, undefinedOnProblem } from '#server/http/errors.ts';
import {
  assertNotBusy,
  hashPassword,
  newPasswordError,
  verifyPassword,
} from '#server/http/passwords.ts';
import type { UserCaller } from '#server/http/session.ts';
import { isSameSecret, macOf } from '#server/http/secrets.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import { accept, acceptanceError } from '#server/modules/acceptances/service.ts';
import { countWrong, forgetTries, takeTry } from '#server/modules/sessions/service.ts';
import { knownInvitation } from './invitations.ts';
import * as repository from './repository.ts';

const minuteMs = 60_000;

type Invited = repository.KnownInvitation;

/** Proves that the wizard was opened in this session; nobody can make one up. */
const wizardToken = (deps: Deps, { sessionId }: UserCaller, { invitation }: Invited): string =>
  macOf(deps, 'wizard', `${sessionId}:${invitation.id}`);

/** The caller's own invitation; anybody else's is `notFound`, alike for one we never made. */
async function ownInvitation(
  deps: Deps,
  { userId, accountIds }: UserCaller,
  hashUserKey: string,
): Promise<Invited> {
  const known = await knownInvitation(deps, hashUserKey).catch(undefinedOnProblem);
  if (!known || known.client.id !== userId || !accountIds.includes(known.account.id))
    throw problem('notFound');
  return known;
}

async function openInvitation(
  deps: Deps,
  caller: UserCaller,
  hashUserKey: string,
): Promise<Invited> {
  const invited = await ownInvitation(deps, caller, hashUserKey);
  if (invited.client.status === 1) throw problem('alreadyRegistered');
  return invited;
}

/** What the wizard works with. */
export async function openWizard(
  deps: Deps,
  caller: UserCaller,
  hashUserKey: string,
): Promise<RegistrationWizard> {
  const invited = await openInvitation(deps, caller, hashUserKey);
  const { client, invitation, account } = invited;
  return {
    userId: client.id,
    accountId: account.id,
    firstName: client.firstName,
    lastName: client.lastName,
    email: client.email,
    username: invitation.pregivenUsername ?? '',
    token: wizardToken(deps, caller, invited),
  };
}

/** What is wrong with a username for this user, as a sentence. */
async function usernameError(
  { db }: Deps,
  userId: string,
  username: string,
  language: Language,
): Promise<string | undefined> {
  const text = textsIn(language);
  const { minUsernameLength } = limits.user;
  if (/\s/.test(username)) return text('username.error.spaces', {});
  if (username.length < minUsernameLength)
    return text('element.error.minLength', { limit: minUsernameLength });
  return (await repository.isUsernameTaken(db, usernameKeyOf(username), userId))
    ? text('UsernameTaken', {})
    : undefined;
}

/** Whether the caller can choose a username. */
export async function checkUsername(
  deps: Deps,
  { userId }: UserCaller,
  username: string,
  language: Language,
): Promise<{ isValid: boolean; reasonMessage?: string }> {
  const reasonMessage = await usernameError(deps, userId, username, language);
  return reasonMessage === undefined ? { isValid: true } : { isValid: false, reasonMessage };
}

/** The task under which a registration runs; the same one for the same invitation. */
export async function taskOf(
  deps: Deps,
  caller: UserCaller,
  accountId: string,
  hashUserKey: string,
): Promise<string> {
  const { invitation } = await openInvitation(deps, caller, hashUserKey);
  if (invitation.accountId !== accountId) throw problem('notFound');
  return invitation.id;
}

/** Whether the registration behind a task of the caller's is done; throws `notFound` for another's. */
export async function isTaskDone(
  { db }: Deps,
  { userId, accountIds }: UserCaller,
  taskId: string,
): Promise<boolean> {
  const invitation = await repository.findInvitationById(db, userId, taskId);
  const client =
    invitation && accountIds.includes(invitation.accountId)
      ? await repository.findClient(db, invitation.accountId, userId)
      : undefined;
  if (!client) throw problem('notFound');
  return client.status === 1;
}

/** Mistakes of whoever fills the wizard in, by field; throws `invalidInput`. What stands for the session or the invitation must be exactly theirs. */
function assertRegistration(
  deps: Deps,
  caller: UserCaller,
  invited: Invited,
  body: Registration,
  language: Language,
): void {
  const { client, account, invitation } = invited;
  const text = textsIn(language);
  const fields: Record<string, string | undefined> = {
    '/accountId':
      body.accountId === account.id ? undefined : text('registration.error.foreign', {}),
    '/userId': body.userId === client.id ? undefined : text('registration.error.foreign', {}),
    '/Key': body.Key === invitation.id ? undefined : text('registration.error.foreign', {}),
    '/token': isSameSecret(body.token, wizardToken(deps, caller, invited))
      ? undefined
      : text('registration.error.foreign', {}),
    '/password': newPasswordError(
      body.password,
      { username: body.username, email: client.email },
      language,
    ),
    '/passwordConfirmation':
      body.password === body.passwordConfirmation
        ? undefined
        : text('PasswordInputMatchingError', {}),
    '/AgbsAccepted': acceptanceError(account, body.AgbsAccepted, language),
  };
  const wrong = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  if (wrong.length > 0) throw problem('invalidInput', Object.fromEntries(wrong));
}

/**
 * A repeat soon after the registration, whose answer may have been lost, is answered as the first call was; a later one, or
 * with anything else in it, is `alreadyRegistered`. It tells whether a password is right, as the login does, so the login's tries count: `loginLocked`.
 */
async function repeated(
  deps: Deps,
  request: FastifyRequest,
  { client }: Invited,
  { username, password }: Registration,
): Promise<{ userId: string; userStatus: UserStatus }> {
  const soon = new Date(
    deps.clock.now().getTime() - limits.user.repeatMinutes * minuteMs,
  ).toISOString();
  if (client.usernameKey !== usernameKeyOf(username) || (client.registeredAt ?? '') <= soon)
    throw problem('alreadyRegistered');
  assertNotBusy();
  const counted = await takeTry(deps, request, username);
  if (!(await verifyPassword(deps, client.passwordHash, password))) {
    await countWrong(deps, counted);
    throw problem('alreadyRegistered');
  }
  await forgetTries(deps, counted);
  return { userId: client.id, userStatus: 1 };
}

/** Makes the invited user a registered one, once, however many calls ask for it at once. */
export async function registerUser(
  deps: Deps,
  request: FastifyRequest,
  caller: UserCaller,
  { acc, key }: { acc: string; key: string },
  body: Registration,
): Promise<{ userId: string; userStatus: UserStatus }> {
  const language = languageOf(request);
  const invited = await ownInvitation(deps, caller, key);
  if (invited.account.id !== acc) throw problem('notFound');
  assertRegistration(deps, caller, invited, body, language);
  if (invited.client.status === 1) return repeated(deps, request, invited, body);
  const usernameKey = usernameKeyOf(body.username);
  if (await repository.isUsernameTaken(deps.db, usernameKey, caller.userId))
    throw problem('usernameTaken', { '/username': textsIn(language)('UsernameTaken', {}) });

  const registeredAt = deps.clock.now().toISOString();
  const chosen = {
    username: body.username,
    usernameKey,
    passwordHash: await hashPassword(deps, body.password),
    registeredAt,
  };
  const isFirst = await deps.db
    .transaction()
    .execute(async (db) => {
      if (!(await repository.register(db, caller.userId, chosen))) return false;
      await accept(
        db,
        { accountId: acc, userId: caller.userId },
        { acceptedAt: registeredAt, shown: body.statementHashes, field: '/AgbsAccepted', language },
      );
      return true;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error))
        throw problem('usernameTaken', { '/username': textsIn(language)('UsernameTaken', {}) });
      throw error;
    });
  return isFirst
    ? { userId: caller.userId, userStatus: 1 }
    : repeated(deps, request, await ownInvitation(deps, caller, key), body);
}

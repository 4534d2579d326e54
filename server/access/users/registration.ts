import { minuteMs } from '#schemas/platform/time.ts';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { userLimits } from '#schemas/access/limits.ts';
import type { Registration, RegistrationWizard, UserStatus } from '#schemas/access/users.ts';
import { isSamePassword } from '#schemas/access/users.rules.ts';
import {
  buildFoldedKey,
  buildUsernameKey,
  cleanUsername,
  findBrokenUsernameRule,
} from '#schemas/access/usernames.rules.ts';
import { registrationLimits } from '#server/access/limits.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ignoreProblem } from '#server/problem.ts';
import { hashPassword, getPasswordError } from '#server/security/passwords.ts';
import type { UserCaller } from '#server/http/session.ts';
import { computeMac, isMac } from '#server/security/secrets.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { queueFirmClientEvents } from '#server/accounts/staff/service.ts';
import { accept, getAcceptanceError } from '#server/access/acceptances/service.ts';
import { hashStatements } from '#server/accounts/accounts/service.ts';
import { findMissingHashes } from '#server/forms/evidence/service.ts';
import { compareAttempt, findUsernameKey } from '#server/access/sessions/service.ts';
import { getInvitation } from './invitations.ts';
import { createJoinToken } from './joining.ts';
import * as repository from './repository.ts';

type Invited = repository.KnownInvitation;

/** The content of a token which proves that the wizard was opened in this session. */
const describeWizard = ({ sessionId }: UserCaller, { invitation }: Invited): string =>
  `${sessionId}:${invitation.id}`;

/** Returns the caller's own invitation; throws `notFound` alike for foreign and unknown ones. */
async function getOwnInvitation(
  deps: Deps,
  { userId, allAccountIds }: UserCaller,
  hashUserKey: string,
): Promise<Invited> {
  const known = await getInvitation(deps, hashUserKey).catch(ignoreProblem);
  if (!known || known.client.id !== userId || !allAccountIds.includes(known.account.id))
    throw createProblem('notFound');
  return known;
}

async function openInvitation(
  deps: Deps,
  caller: UserCaller,
  hashUserKey: string,
): Promise<Invited> {
  const invited = await getOwnInvitation(deps, caller, hashUserKey);
  if (invited.client.status === 1) throw createProblem('alreadyRegistered');
  return invited;
}

/** Returns the data of the wizard. */
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
    token: computeMac(deps, 'wizard', describeWizard(caller, invited)),
    joinToken: createJoinToken(deps, invited),
  };
}

const brokenRules = {
  spaces: 'username.error.spaces',
  scripts: 'username.error.scripts',
  minLength: 'element.error.minLength',
} as const;

/** Returns the error text for a username that breaks a rule, or undefined. */
function describeBrokenRule(username: string, language: Language): string | undefined {
  const rule = findBrokenUsernameRule(cleanUsername(username));
  return rule && getTexts(language)(brokenRules[rule], { limit: userLimits.minUsernameLength });
}

/** Returns the error text for a username of this user, or undefined. */
export async function getUsernameError(
  { db }: Deps,
  userId: string,
  username: string,
  language: Language,
): Promise<string | undefined> {
  const broken = describeBrokenRule(username, language);
  if (broken !== undefined) return broken;
  return (await repository.isUsernameTaken(db, username, userId))
    ? getTexts(language)('UsernameTaken', {})
    : undefined;
}

/** Checks if the caller can choose a username. */
export async function checkUsername(
  deps: Deps,
  { userId }: UserCaller,
  username: string,
  language: Language,
): Promise<{ isValid: boolean; reasonMessage?: string }> {
  const reasonMessage = await getUsernameError(deps, userId, username, language);
  return reasonMessage === undefined ? { isValid: true } : { isValid: false, reasonMessage };
}

/** Returns the task of a registration, the same for the same invitation. */
export async function getTask(
  deps: Deps,
  caller: UserCaller,
  accountId: string,
  hashUserKey: string,
): Promise<string> {
  const { invitation } = await openInvitation(deps, caller, hashUserKey);
  if (invitation.accountId !== accountId) throw createProblem('notFound');
  return invitation.id;
}

/**
 * Returns true if the registration of the caller's task is completed; throws `notFound` for a
 * foreign one.
 */
export async function isTaskDone(
  { db }: Deps,
  { userId, allAccountIds }: UserCaller,
  taskId: string,
): Promise<boolean> {
  const invitation = await repository.findInvitationById(db, userId, taskId);
  const client =
    invitation && allAccountIds.includes(invitation.accountId)
      ? await repository.findClient(db, invitation.accountId, userId)
      : undefined;
  if (!client) throw createProblem('notFound');
  return client.status === 1;
}

/**
 * Validates the wizard's input; throws `invalidInput` by field. Fields of session and invitation
 * must match exactly.
 */
function assertRegistration(
  deps: Deps,
  caller: UserCaller,
  invited: Invited,
  body: Registration,
  language: Language,
): void {
  const { client, account, invitation } = invited;
  const text = getTexts(language);
  const fields: Record<string, string | undefined> = {
    '/accountId':
      body.accountId === account.id ? undefined : text('registration.error.foreign', {}),
    '/userId': body.userId === client.id ? undefined : text('registration.error.foreign', {}),
    '/Key': body.Key === invitation.id ? undefined : text('registration.error.foreign', {}),
    '/token': isMac(deps, body.token, 'wizard', describeWizard(caller, invited))
      ? undefined
      : text('registration.error.foreign', {}),
    '/username': describeBrokenRule(body.username, language),
    '/password': getPasswordError(
      body.password,
      { username: body.username, email: client.email },
      language,
    ),
    '/passwordConfirmation': isSamePassword(body.password, body.passwordConfirmation)
      ? undefined
      : text('PasswordInputMatchingError', {}),
    '/AgbsAccepted': getAcceptanceError(account, body.AgbsAccepted, language),
    ...(client.status === 1
      ? {} // a retry changes nothing
      : findMissingHashes(hashStatements(account), body.statementHashes, language)),
  };
  const wrong = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  if (wrong.length > 0) throw createProblem('invalidInput', Object.fromEntries(wrong));
}

/**
 * Handles a retry after the registration: within some minutes and with the same body it gets the
 * first response, else `alreadyRegistered`. It compares a password, so it counts as an attempt of
 * the login: `loginLocked`.
 */
async function answerRetry(
  deps: Deps,
  request: FastifyRequest,
  { client }: Invited,
  { username, password }: Registration,
): Promise<{ userId: string; userStatus: UserStatus }> {
  const soon = new Date(
    deps.clock.now().getTime() - registrationLimits.retryMinutes * minuteMs,
  ).toISOString();
  const usernameKey = await findUsernameKey(deps.db, username);
  if (client.usernameKey !== usernameKey || (client.registeredAt ?? '') <= soon)
    throw createProblem('alreadyRegistered');
  const { isRight } = await compareAttempt(deps, request, username, async (compare) => ({
    isRight: await compare(client.passwordHash, password),
  }));
  if (!isRight) throw createProblem('alreadyRegistered');
  return { userId: client.id, userStatus: 1 };
}

/** Registers the invited user once, also for concurrent requests. */
export async function registerUser(
  deps: Deps,
  request: FastifyRequest,
  caller: UserCaller,
  { acc, key }: { acc: string; key: string },
  body: Registration,
  language = getLanguage(request),
): Promise<{ userId: string; userStatus: UserStatus }> {
  const invited = await getOwnInvitation(deps, caller, key);
  if (invited.account.id !== acc) throw createProblem('notFound');
  assertRegistration(deps, caller, invited, body, language);
  if (invited.client.status === 1) return answerRetry(deps, request, invited, body);
  const username = cleanUsername(body.username);
  if (await repository.isUsernameTaken(deps.db, username, caller.userId))
    throw createProblem('usernameTaken', { '/username': getTexts(language)('UsernameTaken', {}) });

  const registeredAt = deps.clock.now().toISOString();
  const chosen = {
    username,
    usernameKey: buildUsernameKey(username),
    foldedUsernameKey: buildFoldedKey(username),
    passwordHash: await hashPassword(deps, body.password),
    registeredAt,
  };
  const isFirst = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await repository.register(db, caller.userId, chosen))) return false;
    await accept(
      db,
      { accountId: acc, userId: caller.userId },
      { acceptedAt: registeredAt, shown: body.statementHashes, field: '/AgbsAccepted', language },
    );
    await queueFirmClientEvents(db, queueEvent, acc);
    queueEvent.forPrograms(acc, { type: 'client.registered', data: { userId: caller.userId } });
    return true;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw createProblem('usernameTaken', {
        '/username': getTexts(language)('UsernameTaken', {}),
      });
    throw error;
  });
  return isFirst
    ? { userId: caller.userId, userStatus: 1 }
    : answerRetry(deps, request, await getOwnInvitation(deps, caller, key), body);
}

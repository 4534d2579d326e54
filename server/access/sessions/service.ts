import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginLimits, storedSessionLimits } from '#server/access/limits.ts';
import type { SecondStep, SessionEntry, UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import { hourMs, minutesPerDay } from '#schemas/platform/time.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { SessionRow } from '#server/db/schema.ts';
import { findLiveSession } from '#server/http/repository.ts';
import { findSessionCaller, type UserCaller } from '#server/http/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import { createProblem } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { createChallenge } from './challenge.ts';
import {
  compareAttempt,
  createWrongAttemptError,
  countFailedAttempt,
  resetLoginLockout,
  resetLockout,
  rememberDevice,
  countLoginAttempt,
} from './loginAttempts.ts';
import {
  createAccess,
  endHeld,
  getSessionEnd,
  findSession,
  findSessionAfterRace,
  getNow,
  getSessionUser,
  openSession,
  openSessionOnce,
  type SessionCall,
} from './open.ts';
import { shortenNetwork } from './network.ts';
import * as repository from './repository.ts';
import {
  setTokenCookie,
  readHeldToken,
  clearTokenCookie,
  deriveNextToken,
  listNextTokens,
} from './refreshTokens.ts';

/**
 * Opens a session, or returns the second step if the user has one. Throws `loginLocked` with the
 * time of the next attempt, `wrongCredentials`, or `noAccess` after right ones only.
 */
export async function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { Username, Password }: { Username: string; Password: string },
): Promise<UserSession | SecondStep> {
  const { counted, user, isRight } = await compareAttempt(
    deps,
    request,
    Username,
    async (compare, usernameKey) => {
      const user = await repository.findUserByName(deps.db, usernameKey);
      const isRight = await compare(user?.passwordHash, Password, async (newHash) => {
        // The challenge of a second step depends on the stored hash.
        if (user && (await repository.renewPasswordHash(deps.db, user, newHash)))
          user.passwordHash = newHash;
      });
      return { user, isRight: user !== undefined && isRight };
    },
  );
  if (!user || !isRight) throw createWrongAttemptError('wrongCredentials', counted);
  const methods = await repository.listSecondFactors(deps.db, user.id);
  if (methods.length > 0) return { challenge: createChallenge(deps, user), methods };
  const session = await openSession(deps, reply, request, {
    userId: user.id,
    kind: 'registered',
    accountId: null,
  });
  rememberDevice(deps, reply, request, counted.usernameKey);
  return session;
}

/**
 * Rotates the refresh token; throws `unauthorized` without a live session. The previous token is
 * valid for some seconds and gets the same successor, because several tabs refresh at once and a
 * response can get lost. Any older token means that it was copied: the session ends.
 */
export async function refreshSession(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<UserSession> {
  const held = readHeldToken(deps, request, kind);
  const session = held && (await repository.findSession(deps.db, held.sessionId, kind));
  if (!held || !session) throw createProblem('unauthorized');
  const answer = await createAccess(deps, kind, session.id);
  const now = deps.clock.now();
  const [hash, next] = [hashSecret(held.token), deriveNextToken(deps, held.token)];
  const validUntil = getSessionEnd(kind, Date.parse(session.createdAt), now.getTime());
  const isReplaced = await repository.replaceToken(deps.db, session.id, hash, {
    refreshHash: hashSecret(next),
    network: shortenNetwork(request.ip),
    now: now.toISOString(),
    validUntil: validUntil.toISOString(),
  });
  const graceHash = isReplaced ? undefined : await findGraceHash(deps, session.id, kind, hash);
  if (!isReplaced && graceHash === undefined) {
    await endCopied(deps, session, answer.user.accountId);
    request.log.warn('a spent refresh token was shown: its session has been ended');
    throw createProblem('unauthorized');
  }
  const token =
    listNextTokens(deps, held.token).find((each) => hashSecret(each) === graceHash) ?? next;
  setTokenCookie(deps, reply, kind, { sessionId: session.id, token }, validUntil);
  return answer;
}

/**
 * Ends a copied session and mails its user, a limited number of times a day. A session by PIN has
 * no login to protect and sends no mail.
 */
async function endCopied(
  deps: Deps,
  { id, userId, kind }: SessionRow,
  accountId: string,
): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    if (!(await repository.endHeldSession(db, id, kind, getNow(deps))) || kind !== 'registered')
      return;
    const { count } = await countAttempt({ ...deps, db }, `sessionCopied:${userId}`, minutesPerDay);
    if (count > storedSessionLimits.noticesPerDay) return;
    const { language, email, firstName, lastName } = await repository.getUser(db, userId);
    const text = getTexts(language);
    const content = {
      subject: text('mail.sessionEnded.subject', {}),
      paragraphs: [text('mail.sessionEnded.text', {}), text('mail.sessionEnded.advice', {})],
    };
    await enqueueMail(deps, db, {
      accountId,
      userId,
      language,
      to: { email, name: formatPersonName({ firstName, lastName }) },
      content,
    });
  });
}

/** Returns the hash of the successor while the token has its grace period, else undefined. */
async function findGraceHash(
  { db, clock }: Deps,
  sessionId: string,
  kind: UserSessionKind,
  hash: string,
): Promise<string | undefined> {
  const session = await repository.findSession(db, sessionId, kind);
  const isInGrace =
    session?.endedAt === null &&
    session.previousHash === hash &&
    clock.now().getTime() - Date.parse(session.refreshedAt) <= storedSessionLimits.refreshGraceMs;
  return isInGrace ? session.refreshHash : undefined;
}

/** Returns true while the browser's session is live. */
export async function hasLiveSession(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<boolean> {
  const held = readHeldToken(deps, request, kind);
  if (!held) return false;
  const { sessionId } = held;
  return (await findLiveSession(deps.db, { sessionId, kind, now: getNow(deps) })) !== undefined;
}

/**
 * Returns the caller of the browser's cookie, for a posted page, which has no access token. A token
 * that was replaced opens nothing.
 */
export async function findHeldCaller(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<UserCaller | undefined> {
  const held = readHeldToken(deps, request, kind);
  const session = held && (await repository.findSession(deps.db, held.sessionId, kind));
  if (!held || !session) return undefined;
  const hash = hashSecret(held.token);
  const isCurrent =
    session.refreshHash === hash ||
    (await findGraceHash(deps, session.id, kind, hash)) !== undefined;
  return isCurrent ? findSessionCaller(deps, { kind, sessionId: session.id }) : undefined;
}

/** Ends the browser's session; false if it had ended. */
export async function logout(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<boolean> {
  clearTokenCookie(deps, reply, kind);
  // Not "storage", which would delete the other session and the drafts. The client deletes this
  // session's data.
  reply.header('clear-site-data', '"cache"');
  return endHeld(deps, request, kind);
}

/** Lists a user's sessions, last used first; `current` is the caller's. */
export async function listSessions(
  deps: Deps,
  userId: string,
  current: string,
): Promise<SessionEntry[]> {
  const rows = await repository.listSessions(deps.db, userId, getNow(deps));
  return rows.map(({ id, kind, device, network, createdAt, lastUsedAt }) => ({
    sessionId: id,
    kind,
    isCurrent: id === current,
    device,
    network,
    createdAt,
    lastUsedAt,
  }));
}

type Ended = { ended: true };

/**
 * Ends one of a user's sessions; a retry gets the same response. Throws `notFound` for another
 * user's session and for one that has ended.
 */
export async function endSession(
  deps: Deps,
  userId: string,
  sessionId: string,
  idempotencyKey: string | undefined,
): Promise<Ended> {
  const key = { scope: `endSession:${userId}`, idempotencyKey };
  const replay = await idempotency.findResponse<Ended>(deps, key, sessionId);
  if (replay) return replay;
  return inTransaction(deps.db, async (db) => {
    if ((await repository.endSessions(db, userId, { only: sessionId }, getNow(deps))) === 0)
      throw createProblem('notFound');
    return idempotency.storeResponse<Ended>({ ...deps, db }, key, sessionId, { ended: true });
  }).catch((error: unknown) => idempotency.findAfterRace<Ended>(deps, key, sessionId, error));
}

/** Ends all of a user's sessions, or all but one. Returns how many. */
export const endSessions = (deps: Deps, userId: string, but?: string): Promise<number> =>
  repository.endSessions(deps.db, userId, { but }, getNow(deps));

/** Whose sessions the operator ends. */
export type WhoseSessions = { username: string } | { accountId: string } | { everyone: true };

/** Ends the sessions of a username, of an account's users, or of everyone. Returns how many. */
export async function endSessionsMatching(deps: Deps, whose: WhoseSessions): Promise<number> {
  if (!('username' in whose)) return repository.endSessionsMatching(deps.db, whose, getNow(deps));
  const usernameKey = await repository.findUsernameKey(deps.db, whose.username);
  const user = await repository.findUserByName(deps.db, usernameKey);
  if (!user) throw createProblem('notFound');
  return repository.endSessionsMatching(deps.db, { userId: user.id }, getNow(deps));
}

/**
 * Ends a user's sessions in an account that has removed their access, and all sessions if no other
 * account is left. Otherwise they would be valid again once the access returns.
 */
export async function endSessionsWithoutAccess(
  deps: Deps,
  userId: string,
  accountId: string,
): Promise<void> {
  const loginId = await repository.findLoginId(deps.db, userId);
  const hasOther = await repository.hasAccess(deps.db, loginId, null);
  await repository.endSessions(deps.db, loginId, hasOther ? { accountId } : {}, getNow(deps));
}

/** Ends the sessions that an account's invitations have opened. */
export const endInvitedSessions = (
  deps: Deps,
  userId: string,
  accountId: string,
): Promise<number> =>
  repository.endSessions(deps.db, userId, { accountId, kind: 'unregistered' }, getNow(deps));

export {
  compareAttempt,
  countFailedAttempt,
  createWrongAttemptError,
  rememberDevice,
  resetLoginLockout,
  resetLockout,
  countLoginAttempt,
};
export type { Attempt } from './loginAttempts.ts';
export { readChallenge, consumeChallenge } from './challenge.ts';
export { findSession, findSessionAfterRace, getSessionUser, openSessionOnce, type SessionCall };
export { findUsernameKey, hasSecondFactor, listSecondFactors } from './repository.ts';

/** Deletes ended sessions and old attempts. */
export async function deleteOldSessions({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  await repository.deleteBefore(db, {
    now: now.toISOString(),
    attemptsBefore: new Date(now.getTime() - loginLimits.forgetAfterHours * hourMs).toISOString(),
  });
}

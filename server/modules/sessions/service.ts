import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { SecondStep, SessionEntry, UserSession, UserSessionKind } from '#schemas/sessions.ts';
import type { SessionRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { countWithin, dayMinutes } from '#server/http/counts.ts';
import { problem } from '#server/http/errors.ts';
import { assertNotBusy, verifyPassword } from '#server/http/passwords.ts';
import { answerOnce, type RepeatableCall } from '#server/http/repeats.ts';
import { hashSecret } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';
import { makeChallenge } from './challenge.ts';
import { countWrong, forgetLoginTries, forgetTries, rememberDevice, takeTry } from './locks.ts';
import { accessTo, endHeld, endOf, nowOf, openSession, openSessionOnce } from './open.ts';
import { shortNetworkOf } from './network.ts';
import * as repository from './repository.ts';
import { giveToken, readHeldToken, takeTokenBack, tokenAfter } from './refreshTokens.ts';

/**
 * Opens the session of a user whose second step is right, once; their browser is known from now on. `confirm` answers how to use
 * up what was shown, and whose it was. Throws `noAccess`, and `tookTooLong` for a repeat after the session has been used.
 */
export async function completeLogin(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  call: Pick<RepeatableCall, 'of' | 'idempotencyKey' | 'body'>,
  confirm: () => Promise<(within: Deps) => Promise<string>>,
): Promise<UserSession> {
  const session = await openSessionOnce(
    deps,
    reply,
    request,
    { ...call, kind: 'registered', spent: 'tookTooLong' },
    async () => {
      const useUp = await confirm();
      return async (within) => ({ userId: await useUp(within), accountId: null });
    },
  );
  rememberDevice(deps, reply, request, session.user.username ?? '');
  return session;
}

/** A session, or the second step where the user has set one up. Throws `loginLocked` with the time of the next try, `wrongCredentials`, or `noAccess` after right ones only. */
export async function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { Username, Password }: { Username: string; Password: string },
): Promise<UserSession | SecondStep> {
  assertNotBusy();
  const counted = await takeTry(deps, request, Username);
  const user = await repository.findUserByName(deps.db, counted.usernameKey);
  const isRight = await verifyPassword(deps, user?.passwordHash, Password);
  if (!user || !isRight) {
    await countWrong(deps, counted);
    throw problem('wrongCredentials');
  }
  await forgetTries(deps, counted);
  const methods = await repository.listSecondFactors(deps.db, user.id);
  if (methods.length > 0) return { challenge: makeChallenge(deps, user), methods };
  const session = await openSession(deps, reply, request, {
    userId: user.id,
    kind: 'registered',
    accountId: null,
  });
  rememberDevice(deps, reply, request, Username);
  return session;
}

/**
 * Throws `unauthorized` where the browser holds no session that goes on. The token that it shows is replaced; the one
 * replaced last is taken for some seconds more, and then answered with the same successor: several tabs ask at once, and
 * an answer can get lost. Any other token names the session but is spent: somebody else has it too, and the session ends.
 */
export async function refreshSession(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<UserSession> {
  const held = readHeldToken(deps, request, kind);
  const session = held && (await repository.findSession(deps.db, held.sessionId, kind));
  if (!held || !session) throw problem('unauthorized');
  const answer = await accessTo(deps, kind, session.id);
  const now = deps.clock.now();
  const [hash, next] = [hashSecret(held.token), tokenAfter(deps, held.token)];
  const validUntil = endOf(kind, Date.parse(session.createdAt), now.getTime());
  const isReplaced = await repository.replaceToken(deps.db, session.id, hash, {
    refreshHash: hashSecret(next),
    network: shortNetworkOf(request.ip),
    now: now.toISOString(),
    validUntil: validUntil.toISOString(),
  });
  if (!isReplaced && !(await isInGrace(deps, session.id, kind, hash))) {
    await endCopied(deps, session, answer.user.accountId);
    request.log.warn('a spent refresh token was shown: its session has been ended');
    throw problem('unauthorized');
  }
  giveToken(deps, reply, kind, { sessionId: session.id, token: next }, validUntil);
  return answer;
}

/** Ends a session that somebody else holds too, and tells its user, some times a day: nobody fills a mailbox with it. A PIN's session has a user without a login to look after. */
async function endCopied(
  deps: Deps,
  { id, userId, kind }: SessionRow,
  accountId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    if (!(await repository.endHeldSession(db, id, kind, nowOf(deps))) || kind !== 'registered')
      return;
    const { count } = await countWithin({ ...deps, db }, `sessionCopied:${userId}`, dayMinutes);
    if (count > limits.session.noticesPerDay) return;
    const { language, email, firstName, lastName } = await repository.getUser(db, userId);
    const text = textsIn(language);
    const content = {
      subject: text('mail.sessionEnded.subject', {}),
      paragraphs: [text('mail.sessionEnded.text', {}), text('mail.sessionEnded.advice', {})],
    };
    await enqueueMail(deps, db, {
      accountId,
      language,
      to: { email, name: `${firstName} ${lastName}` },
      content,
    });
  });
}

async function isInGrace(
  { db, clock }: Deps,
  sessionId: string,
  kind: UserSessionKind,
  hash: string,
): Promise<boolean> {
  const session = await repository.findSession(db, sessionId, kind);
  return (
    session?.endedAt === null &&
    session.previousHash === hash &&
    clock.now().getTime() - Date.parse(session.refreshedAt) <= limits.session.refreshGraceMs
  );
}

/** Ends the session that the browser holds, and whether it was still going on. */
export async function logout(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<boolean> {
  takeTokenBack(deps, reply, kind);
  // Not "storage": that would take the other kind's session and the drafts along. The client clears what was this session's.
  reply.header('clear-site-data', '"cache"');
  return endHeld(deps, request, kind);
}

/** Where a user is logged in, last used first; `current` is the session that asks. */
export async function listSessions(
  deps: Deps,
  userId: string,
  current: string,
): Promise<SessionEntry[]> {
  const rows = await repository.listSessions(deps.db, userId, nowOf(deps));
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

/** Ends one of a user's sessions; a repeat answers the same. Throws `notFound` when it is not theirs or over. */
export const endSession = (
  deps: Deps,
  userId: string,
  sessionId: string,
  idempotencyKey: string | undefined,
): Promise<{ ended: true }> =>
  answerOnce<{ ended: true }>(
    deps,
    { of: `endSession:${userId}`, idempotencyKey, body: sessionId },
    (keep) =>
      deps.db.transaction().execute(async (db) => {
        if ((await repository.endSessions(db, userId, { only: sessionId }, nowOf(deps))) === 0)
          throw problem('notFound');
        return keep(db, { ended: true });
      }),
  );

/** Ends all of a user's sessions, or all but the one that asks. How many were still going on. */
export const endSessionsOf = (deps: Deps, userId: string, but?: string): Promise<number> =>
  repository.endSessions(deps.db, userId, { but }, nowOf(deps));

/**
 * Ends what a user may not go on with after an account has closed to them: the sessions bound to it, and all of theirs
 * where no other account lets them in. Otherwise they would come back to life with the access.
 */
export async function endSessionsWithoutAccess(
  deps: Deps,
  userId: string,
  accountId: string,
): Promise<void> {
  const hasOther = await repository.hasAccess(deps.db, userId, null);
  await repository.endSessions(deps.db, userId, hasOther ? { accountId } : {}, nowOf(deps));
}

/** Ends the sessions that an account's invitations have opened. */
export const endInvitedSessions = (
  deps: Deps,
  userId: string,
  accountId: string,
): Promise<number> =>
  repository.endSessions(deps.db, userId, { accountId, kind: 'unregistered' }, nowOf(deps));

export { countWrong, forgetLoginTries, forgetTries, takeTry };
export type { Counted } from './locks.ts';
export { readChallenge, spendChallenge } from './challenge.ts';
export { openSessionOnce };
export { listSecondFactors as secondFactorsOf } from './repository.ts';

/** Sessions that are over and tries that are long past are of no use. */
export async function forgetSessions({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  await repository.deleteBefore(db, {
    now: now.toISOString(),
    tries: new Date(now.getTime() - limits.login.forgetAfterHours * 3_600_000).toISOString(),
  });
}

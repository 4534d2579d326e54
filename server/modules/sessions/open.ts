import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReason } from '#schemas/errors.ts';
import { limits } from '#schemas/limits.ts';
import type { UserSession, UserSessionKind } from '#schemas/sessions.ts';
import type { UserData } from '#schemas/users.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { answerOnce, type RepeatableCall } from '#server/http/repeats.ts';
import { findLiveSession } from '#server/http/repository.ts';
import { hashSecret, macOf, newSecret } from '#server/http/secrets.ts';
import { signUserToken } from '#server/http/session.ts';
import { toldWithLogin, type ToldWithLogin } from '#server/modules/accounts/service.ts';
import { deviceOf } from './device.ts';
import { shortNetworkOf } from './network.ts';
import { giveToken, readHeldToken } from './refreshTokens.ts';
import * as repository from './repository.ts';

const dayMs = 24 * 3_600_000;
export const nowOf = ({ clock }: Deps): string => clock.now().toISOString();

/** A session ends when it is not used for long, and some time after the login in any case. */
export function endOf(kind: UserSessionKind, openedAt: number, usedAt: number): Date {
  const { idleDays, maxDays } = limits.session;
  return new Date(Math.min(usedAt + idleDays[kind] * dayMs, openedAt + maxDays[kind] * dayMs));
}

const userData = (
  user: UserRow,
  accountIds: readonly [string, ...string[]],
  ofAccounts: ToldWithLogin,
): UserData => ({
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  salutation: user.salutation,
  email: user.email,
  username: user.username,
  userStatus: user.status,
  accountId: accountIds[0],
  accountIds: [...accountIds],
  ...ofAccounts,
  hasProfilePicture: user.pictureKey !== null,
});

/** An access token for a session that goes on; throws `unauthorized` for one that does not. */
export async function accessTo(
  deps: Deps,
  kind: UserSessionKind,
  sessionId: string,
): Promise<UserSession> {
  const session = await findLiveSession(deps.db, { sessionId, kind, now: nowOf(deps) });
  const [first, ...others] = session?.accountIds ?? [];
  if (!session || first === undefined) throw problem('unauthorized');
  const user = await repository.getUser(deps.db, session.userId);
  return {
    accessToken: await signUserToken(deps, kind, sessionId),
    sessionId,
    user: userData(user, [first, ...others], await toldWithLogin(deps.db, session.accountIds)),
  };
}

export async function endHeld(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<boolean> {
  const held = readHeldToken(deps, request, kind);
  return (
    held !== undefined && repository.endHeldSession(deps.db, held.sessionId, kind, nowOf(deps))
  );
}

type SessionToOpen = {
  userId: string;
  kind: UserSessionKind;
  /** The only account it opens; null: all of the user's. */
  accountId: string | null;
  /** its first refresh token, where it must be known again; else a new one */
  token?: string;
};

/**
 * Opens a session for a user who has proven who they are, and gives its refresh token to the browser; the one of this kind
 * that the browser had before ends. Throws `noAccess` where no provider lets the user in (any more).
 */
export async function openSession(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { userId, kind, accountId, token = newSecret() }: SessionToOpen,
): Promise<UserSession> {
  if (!(await repository.hasAccess(deps.db, userId, accountId))) throw problem('noAccess');
  await endHeld(deps, request, kind);
  const sessionId = newId();
  const now = deps.clock.now();
  const at = now.toISOString();
  const validUntil = endOf(kind, now.getTime(), now.getTime());
  await repository.insertSession(deps.db, {
    id: sessionId,
    userId,
    kind,
    accountId,
    refreshHash: hashSecret(token),
    previousHash: null,
    refreshedAt: at,
    device: deviceOf(request.headers['user-agent']),
    network: shortNetworkOf(request.ip),
    createdAt: at,
    lastUsedAt: at,
    validUntil: validUntil.toISOString(),
    endedAt: null,
  });
  giveToken(deps, reply, kind, { sessionId, token }, validUntil);
  return accessTo(deps, kind, sessionId);
}

/** Gives a browser again what `openSession` has given it, where that never arrived: the session goes on and its first token is unused. Undefined for any other. */
async function giveAgain(
  deps: Deps,
  reply: FastifyReply,
  { sessionId, kind, token }: { sessionId: string; kind: UserSessionKind; token: string },
): Promise<UserSession | undefined> {
  const session = await repository.findSession(deps.db, sessionId, kind);
  if (!session || session.endedAt !== null || session.refreshHash !== hashSecret(token))
    return undefined;
  giveToken(deps, reply, kind, { sessionId, token }, new Date(session.validUntil));
  return accessTo(deps, kind, sessionId);
}

type SessionCall = Omit<RepeatableCall, 'minutes'> & {
  kind: UserSessionKind;
  /** what a repeat is told whose session goes on already or is over */
  spent: ErrorReason;
};

/** Makes sure who it is, and answers how to use up what they have shown. That happens in the transaction that opens the session, or not at all. */
export type Confirm = () => Promise<
  (within: Deps) => Promise<Pick<SessionToOpen, 'userId' | 'accountId'>>
>;

/**
 * Opens a session once. A repeat, for some minutes and while nobody has used that session, gives the same one: what opened it
 * is spent, and the answer may have been lost. Its first refresh token follows from the key, so that none has to be kept.
 */
export async function openSessionOnce(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { kind, spent, ...call }: SessionCall,
  confirm: Confirm,
): Promise<UserSession> {
  const { of, idempotencyKey } = call;
  const token = idempotencyKey ? macOf(deps, 'firstToken', `${of} ${idempotencyKey}`) : newSecret();
  let opened: UserSession | undefined;
  const { sessionId } = await answerOnce<{ sessionId: string }>(
    deps,
    { ...call, minutes: limits.session.repeatMinutes },
    async (keep) => {
      const useUp = await confirm();
      return deps.db.transaction().execute(async (db) => {
        const within = { ...deps, db };
        opened = await openSession(within, reply, request, {
          kind,
          token,
          ...(await useUp(within)),
        });
        return keep(db, { sessionId: opened.sessionId });
      });
    },
  );
  if (opened?.sessionId === sessionId) return opened;
  const again = await giveAgain(deps, reply, { sessionId, kind, token });
  if (!again) throw problem(spent);
  return again;
}

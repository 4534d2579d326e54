import { dayMs } from '#schemas/platform/time.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReason } from '#schemas/platform/errors.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { UserData } from '#schemas/access/users.ts';
import { storedSessionLimits } from '#server/access/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { findLiveSession } from '#server/http/repository.ts';
import { hashSecret, computeMac, createSecret, listMacs } from '#server/security/secrets.ts';
import { signUserToken } from '#server/http/session.ts';
import { getLoginData, type LoginData } from '#server/accounts/accounts/service.ts';
import { describeDevice } from './device.ts';
import { shortenNetwork } from './network.ts';
import { setTokenCookie, readHeldToken } from './refreshTokens.ts';
import * as repository from './repository.ts';

export const getNow = ({ clock }: Deps): string => clock.now().toISOString();

/** Computes the end of a session: an idle timeout and a maximum age. */
export function getSessionEnd(kind: UserSessionKind, openedAt: number, usedAt: number): Date {
  const { idleDays, maxDays } = storedSessionLimits;
  return new Date(Math.min(usedAt + idleDays[kind] * dayMs, openedAt + maxDays[kind] * dayMs));
}

const toUserData = (
  user: UserRow,
  {
    accountId,
    accountIds,
    clientIds,
  }: { accountId: string; accountIds: readonly string[]; clientIds: ReadonlyMap<string, string> },
  ofAccounts: LoginData,
): UserData => ({
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  salutation: user.salutation,
  email: user.email,
  username: user.username,
  userStatus: user.status,
  accountId,
  accountIds: [...accountIds],
  ...ofAccounts,
  hasProfilePicture: user.pictureKey !== null,
  clientIds: Object.fromEntries(clientIds),
});

/** Returns the user of a live session; throws `unauthorized` for any other. */
export async function getSessionUser(
  deps: Deps,
  kind: UserSessionKind,
  sessionId: string,
): Promise<UserData> {
  const session = await findLiveSession(deps.db, { sessionId, kind, now: getNow(deps) });
  const accountIds = session?.allAccountIds ?? [];
  const accountId = session?.accountIds[0] ?? accountIds[0]; // an activated one, if there is any
  if (!session || accountId === undefined) throw createProblem('unauthorized');
  const user = await repository.getUser(deps.db, session.userId);
  const { clientIds } = session;
  return toUserData(
    user,
    { accountId, accountIds, clientIds },
    await getLoginData(deps.db, accountIds),
  );
}

/** Returns an access token for a live session; throws `unauthorized` for any other. */
export async function createAccess(
  deps: Deps,
  kind: UserSessionKind,
  sessionId: string,
): Promise<UserSession> {
  const user = await getSessionUser(deps, kind, sessionId);
  return { accessToken: await signUserToken(deps, kind, sessionId), sessionId, user };
}

export async function endHeld(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): Promise<boolean> {
  const held = readHeldToken(deps, request, kind);
  return (
    held !== undefined && repository.endHeldSession(deps.db, held.sessionId, kind, getNow(deps))
  );
}

type SessionToOpen = {
  userId: string;
  kind: UserSessionKind;
  /** the only account it gives access to; null: all of the user's */
  accountId: string | null;
  /** the first refresh token; a random one by default */
  token?: string;
};

/**
 * Opens a session for an authenticated user and sets its refresh token as a cookie. Ends the
 * browser's earlier session of this kind. Throws `noAccess` if no account admits the user.
 */
export async function openSession(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { userId, kind, accountId, token = createSecret() }: SessionToOpen,
): Promise<UserSession> {
  if (!(await repository.hasAccess(deps.db, userId, accountId))) throw createProblem('noAccess');
  await endHeld(deps, request, kind);
  const sessionId = newId();
  const now = deps.clock.now();
  const at = now.toISOString();
  const validUntil = getSessionEnd(kind, now.getTime(), now.getTime());
  await repository.insertSession(deps.db, {
    id: sessionId,
    userId,
    kind,
    accountId,
    refreshHash: hashSecret(token),
    previousHash: null,
    refreshedAt: at,
    device: describeDevice(request.headers['user-agent']),
    network: shortenNetwork(request.ip),
    createdAt: at,
    lastUsedAt: at,
    validUntil: validUntil.toISOString(),
    endedAt: null,
  });
  setTokenCookie(deps, reply, kind, { sessionId, token }, validUntil);
  return createAccess(deps, kind, sessionId);
}

/** A request that opens a session and may be retried. */
export type SessionCall = {
  kind: UserSessionKind;
  /** names the call and the caller */
  scope: string;
  idempotencyKey: string | undefined;
  body: unknown;
  /** reason of the error that a retry gets once the session was used or has ended */
  spent: ErrorReason;
};

const getKey = ({ scope, idempotencyKey }: SessionCall): idempotency.CallKey => ({
  scope,
  idempotencyKey,
  minutes: storedSessionLimits.retryMinutes,
});

/** Derives a session's first refresh token from the Idempotency-Key, so that none is stored. */
const createFirstToken = (deps: Deps, { scope, idempotencyKey }: SessionCall): string =>
  idempotencyKey ? computeMac(deps, 'firstToken', `${scope} ${idempotencyKey}`) : createSecret();

/** Finds the first token of an equal request by its hash, also from before a rotation. */
const findFirstToken = (deps: Deps, { scope, idempotencyKey }: SessionCall, hash: string) =>
  listMacs(deps, 'firstToken', `${scope} ${idempotencyKey}`).find(
    (token) => hashSecret(token) === hash,
  );

/**
 * Returns the session that an equal request has opened; undefined for a first request. Sets the
 * cookie again, because it was lost with the response. Throws `spent` once the session was used.
 */
export async function findSession(
  deps: Deps,
  reply: FastifyReply,
  call: SessionCall,
): Promise<UserSession | undefined> {
  const replay = await idempotency.findResponse<{ sessionId: string }>(
    deps,
    getKey(call),
    call.body,
  );
  if (!replay) return undefined;
  const { sessionId } = replay;
  const session = await repository.findSession(deps.db, sessionId, call.kind);
  const token = session && findFirstToken(deps, call, session.refreshHash);
  if (!session || session.endedAt !== null || token === undefined) throw createProblem(call.spent);
  setTokenCookie(deps, reply, call.kind, { sessionId, token }, new Date(session.validUntil));
  return createAccess(deps, call.kind, sessionId);
}

/** Returns the session of an equal request that finished first, or throws `error` again. */
export async function findSessionAfterRace(
  deps: Deps,
  reply: FastifyReply,
  call: SessionCall,
  error: unknown,
): Promise<UserSession> {
  const replay = await findSession(deps, reply, call);
  if (replay) return replay;
  throw error;
}

/** Opens a session in the caller's transaction and stores it for retries of this call. */
export async function openSessionOnce(
  tx: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  call: SessionCall,
  whose: Pick<SessionToOpen, 'userId' | 'accountId'>,
): Promise<UserSession> {
  const token = createFirstToken(tx, call);
  const session = await openSession(tx, reply, request, { kind: call.kind, token, ...whose });
  await idempotency.storeResponse(tx, getKey(call), call.body, { sessionId: session.sessionId });
  return session;
}

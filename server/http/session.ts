import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { LRUCache } from 'lru-cache';
import { sessionLimits } from '#schemas/access/limits.ts';
import {
  type Endpoint,
  isInScope,
  isOpenAfterEnd,
  type KeyScope,
  type SessionKind,
  type UserSessionKind,
  userSessionKinds,
} from '#schemas/platform/endpoint.ts';
import type { Language } from '#schemas/platform/common.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import type { Employee } from '#schemas/accounts/staff.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { describeCause, warnOnce } from './logging.ts';
import { findLiveKey, findLiveSession, setKeyUsed, type LiveKey } from './repository.ts';
import { hashSecret, isSameSecret, listSecrets } from '#server/security/secrets.ts';

/** The caller. A visitor may access one workflow, a provider's program one account. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'form'; workflowKey: string; accountId: string }
  | ProviderCaller
  | UserCaller;

/** A provider's program with its API key, or one of its staff with their login. */
export type ProviderCaller = {
  kind: 'provider';
  accountId: string;
  /** the key's, or the user's */
  id: string;
  scopes: readonly KeyScope[];
  staff?: Employee;
};

/** A provider in a call of its API; without a member of its staff it is a program. */
export type ProviderScope = {
  accountId: string;
  language: Language;
  staff?: Employee | undefined;
};

/** A client of the accounts, logged in with username and password, or with a PIN. */
export type UserCaller<K extends UserSessionKind = UserSessionKind> = K extends UserSessionKind
  ? {
      kind: K;
      /** the user whose login it is */
      userId: string;
      sessionId: string;
      /** accounts whose terms the client has accepted */
      accountIds: string[];
      /** also those that are not activated: only their cards and the activation are open */
      allAccountIds: string[];
      /** those whose relation to the client has ended: they are only read */
      endedAccountIds: string[];
      /** the user of the login in each account; a provider knows no other one */
      clientIds: ReadonlyMap<string, string>;
      /** last visit of the login at each account */
      lastSeen: ReadonlyMap<string, string | null>;
      /** all values of `clientIds` */
      userIds: string[];
    }
  : never;

export type CallerOf<K extends SessionKind> = Extract<Caller, { kind: K }>;

const algorithm = 'HS256';
/** Kinds of tokens; each opens its own calls only. */
type TokenKind = 'form' | UserSessionKind;
const getAudience = (kind: TokenKind): string => `formakte:${kind}`;
const audiences = (['form', ...userSessionKinds] as const).map(getAudience);

/** Returns the signing secret; each kind has its own audience. */
export const getSecret = (config: Config) => new TextEncoder().encode(config.authSecret);

/** Verifies a token with each accepted secret. Throws an error of jose. */
export async function verifySignature<Payload>(
  config: Config,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload & Payload> {
  let failure: unknown;
  for (const secret of listSecrets(config)) {
    try {
      return (await jwtVerify<Payload>(token, new TextEncoder().encode(secret), options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Signs a token that is valid for 15 minutes. */
function signToken(
  { clock, config }: Deps,
  kind: TokenKind,
  subject: string,
  claims: Record<string, string>,
): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(subject)
    .setAudience(getAudience(kind))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionLimits.accessTokenSeconds)
    .sign(getSecret(config));
}

/** Signs a token for one workflow. */
export const signFormToken = (
  deps: Deps,
  { workflowKey, accountId }: { workflowKey: string; accountId: string },
): Promise<string> => signToken(deps, 'form', workflowKey, { accountId });

/** Signs a token for one user session. */
export const signUserToken = (
  deps: Deps,
  kind: UserSessionKind,
  sessionId: string,
): Promise<string> => signToken(deps, kind, sessionId, {});

type Claims = JWTPayload & { exp: number };
const maxCachedTokens = 10_000;
/**
 * Caches the claims of verified tokens per installation. Verifying a signature takes longer than
 * the rest of many a call, and a browser sends the same token for 15 minutes.
 */
const verifiedTokens = new WeakMap<Config, LRUCache<string, Claims>>();

async function verifyToken({ clock, config }: Deps, token: string): Promise<Claims | undefined> {
  const cache =
    verifiedTokens.get(config) ?? new LRUCache<string, Claims>({ max: maxCachedTokens });
  verifiedTokens.set(config, cache);
  const known = cache.get(token);
  if (known && known.exp * 1_000 > clock.now().getTime()) return known;
  cache.delete(token);
  try {
    const payload = await verifySignature<Claims>(config, token, {
      algorithms: [algorithm],
      audience: audiences,
      typ: 'JWT',
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp'],
    });
    cache.set(token, payload);
    return payload;
  } catch {
    return undefined; // forged, expired or of another kind
  }
}

async function readToken(deps: Deps, kind: TokenKind, token: string): Promise<Claims | undefined> {
  const claims = await verifyToken(deps, token);
  return claims?.aud === getAudience(kind) ? claims : undefined;
}

async function readFormToken(deps: Deps, token: string): Promise<CallerOf<'form'> | undefined> {
  const payload = await readToken(deps, 'form', token);
  const accountId = payload?.['accountId'];
  return typeof accountId === 'string'
    ? { kind: 'form', workflowKey: String(payload?.sub), accountId }
    : undefined;
}

/**
 * Reads the session from the database each time, so that an ended session or a removed access is
 * refused at once.
 */
export async function findSessionCaller(
  { db, clock }: Deps,
  { kind, sessionId }: { kind: UserSessionKind; sessionId: string },
): Promise<UserCaller | undefined> {
  const session = await findLiveSession(db, { sessionId, kind, now: clock.now().toISOString() });
  return session && { kind, ...session };
}

async function readUserToken(
  deps: Deps,
  kind: UserSessionKind,
  token: string,
): Promise<UserCaller | undefined> {
  const payload = await readToken(deps, kind, token);
  return payload && findSessionCaller(deps, { kind, sessionId: String(payload.sub) });
}

function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Checks the web client's keys; throws `applicationKeyInvalid`. */
export function checkWebKeys(config: Config, request: FastifyRequest): void {
  const areRight =
    isSameSecret(getHeader(request, 'x-application-key'), config.webApplicationKey) &&
    isSameSecret(getHeader(request, 'x-api-key'), config.webApiKey);
  if (!areRight) throw createProblem('applicationKeyInvalid');
}

const useNotedEveryMs = 5 * minuteMs;

/** Stores the last use of a key, at most every five minutes. A failure does not stop the call. */
async function noteUse({ db, log }: Deps, { keyId, lastUsedAt }: LiveKey, now: Date) {
  const age = lastUsedAt === null ? Infinity : now.getTime() - Date.parse(lastUsedAt);
  if (age >= 0 && age < useNotedEveryMs) return;
  await setKeyUsed(db, keyId, now.toISOString()).catch((error: unknown) =>
    warnOnce(log, describeCause(error), 'the last use of an API key was not stored'),
  );
}

async function readProvider(deps: Deps, apiKey: string): Promise<CallerOf<'provider'> | undefined> {
  const now = deps.clock.now();
  const key = await findLiveKey(deps.db, { hash: hashSecret(apiKey), now: now.toISOString() });
  if (!key) return undefined;
  await noteUse(deps, key, now);
  const { accountId, keyId, scopes } = key;
  return { kind: 'provider', accountId, id: keyId, scopes };
}

/** Returns the error for a caller without permission. */
export const getRefusal = (allowed: readonly SessionKind[]): 'apiKeyInvalid' | 'unauthorized' =>
  allowed.every((kind) => kind === 'provider') ? 'apiKeyInvalid' : 'unauthorized';

/**
 * Authenticates the caller for an endpoint. Throws `unauthorized`, or `apiKeyInvalid` if only an
 * API key is accepted.
 */
export async function authenticate(
  deps: Deps,
  request: FastifyRequest,
  allowed: readonly SessionKind[],
): Promise<Caller> {
  if (allowed.includes('public')) return { kind: 'public' };
  const bearer = /^Bearer (\S+)$/.exec(getHeader(request, 'authorization') ?? '')?.[1];
  if (bearer) {
    for (const kind of userSessionKinds) {
      const caller = allowed.includes(kind) ? await readUserToken(deps, kind, bearer) : undefined;
      if (caller) return caller;
    }
  }
  // A program may send its key in either header.
  const apiKey = getHeader(request, 'x-api-key') ?? bearer;
  const caller =
    (allowed.includes('form') && bearer ? await readFormToken(deps, bearer) : undefined) ??
    (allowed.includes('provider') && apiKey ? await readProvider(deps, apiKey) : undefined);
  if (!caller) throw createProblem(getRefusal(allowed));
  return caller;
}

/** Returns a login as the caller of a call that the endpoint opens to staff; throws a problem. */
export type ToStaffCaller = (
  deps: Deps,
  caller: UserCaller<'registered'>,
  accountId: string,
  call: { endpoint: Endpoint; params: unknown },
) => Promise<ProviderCaller>;

const accountHeader = 'x-account';

/**
 * Authenticates a call of the provider API by staff: a session, and the account in a header.
 * Returns undefined for the call of a program.
 */
export async function authenticateStaff(
  deps: Deps,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<ProviderCaller | undefined> {
  const acc = getHeader(request, accountHeader);
  if (!endpoint.staff || acc === undefined) return undefined;
  checkWebKeys(deps.config, request);
  const caller = await authenticate(deps, request, ['registered']);
  if (caller.kind !== 'registered') throw createProblem('unauthorized');
  checkAccountScope(caller, { acc }, { ...endpoint, afterEnd: 'closed' });
  return request.server.toStaffCaller(deps, caller, acc, { endpoint, params: request.params });
}

/** Throws `keyScopeMissing` for a key that does not open the call. */
export function checkKeyScope(caller: Caller, endpoint: Endpoint): void {
  if (caller.kind !== 'provider' || isInScope(caller.scopes, endpoint)) return;
  throw createProblem('keyScopeMissing', undefined, { scopes: endpoint.scopes?.join(' / ') ?? '' });
}

/**
 * Throws `notFound` for an account that is not the user's, alike for foreign and unknown ids,
 * `activationRequired` for one whose terms the user has not accepted, and `relationEnded` for a
 * change after the end of the relation.
 */
export function checkAccountScope(
  caller: Caller,
  params: unknown,
  endpoint: Pick<Endpoint, 'afterEnd' | 'isOpenBeforeActivation' | 'method'>,
): void {
  const isUser = caller.kind === 'registered' || caller.kind === 'unregistered';
  const { acc } = (params ?? {}) as { acc?: string };
  if (!isUser || acc === undefined) return;
  if (!caller.allAccountIds.includes(acc)) throw createProblem('notFound');
  if (!endpoint.isOpenBeforeActivation && !caller.accountIds.includes(acc))
    throw createProblem('activationRequired');
  if (caller.endedAccountIds.includes(acc) && !isOpenAfterEnd(endpoint))
    throw createProblem('relationEnded');
}

/**
 * Finds an item in the caller's accounts. Throws `activationRequired` if it belongs to a locked
 * one.
 */
export async function findUnlocked<Found>(
  caller: UserCaller,
  find: (scope: UserCaller) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await find(caller);
  const locked = caller.allAccountIds.filter((id) => !caller.accountIds.includes(id));
  if (found !== undefined || locked.length === 0) return found;
  if (await find({ ...caller, accountIds: locked })) throw createProblem('activationRequired');
  return undefined;
}

/** The caller as the client of one account. */
export type ClientScope = {
  /** the user by which the account's provider knows the client */
  userId: string;
  /** the user whose login it is, and whose uploads and events they are */
  loginId: string;
  userIds: string[];
  accountId: string;
  accountIds: string[];
};

/** Builds the scope of a client in one account; its login is its own by default. */
export const buildClientScope = ({
  userId,
  accountId,
  loginId = userId,
}: Pick<ClientScope, 'userId' | 'accountId'> & Partial<ClientScope>): ClientScope => ({
  userId,
  loginId,
  userIds: [userId],
  accountId,
  accountIds: [accountId],
});

/** Returns the caller as the client of an account; throws `notFound` for another account. */
export function getClient(
  { userId: loginId, clientIds }: UserCaller,
  accountId: string,
): ClientScope {
  const userId = clientIds.get(accountId);
  if (userId === undefined) throw createProblem('notFound');
  return buildClientScope({ userId, loginId, accountId });
}

/** Throws `notFound` for another user's id, so that ids cannot be probed. */
export function checkOwnUser(caller: UserCaller, userId: string): void {
  if (caller.userId !== userId) throw createProblem('notFound');
}

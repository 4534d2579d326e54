import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { sessionLimits } from '#schemas/access/limits.ts';
import {
  type SessionKind,
  type UserSessionKind,
  userSessionKinds,
} from '#schemas/platform/endpoint.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { findAccountIdByKeyHash, findLiveSession } from './repository.ts';
import { hashSecret, isSameSecret } from '#server/security/secrets.ts';

/** The caller. A visitor may access one workflow, a provider's program one account. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'form'; workflowKey: string; accountId: string }
  | { kind: 'provider'; accountId: string }
  | UserCaller;

/** A client of the accounts, logged in with username and password, or with a PIN. */
export type UserCaller<K extends UserSessionKind = UserSessionKind> = K extends UserSessionKind
  ? { kind: K; userId: string; sessionId: string; accountIds: string[] }
  : never;

export type CallerOf<K extends SessionKind> = Extract<Caller, { kind: K }>;

const algorithm = 'HS256';
/** Kinds of tokens; each opens its own calls only. */
type TokenKind = 'form' | UserSessionKind;
const getAudience = (kind: TokenKind): string => `formakte:${kind}`;
const audiences = (['form', ...userSessionKinds] as const).map(getAudience);

/** Returns the signing secret; each kind has its own audience. */
export const getSecret = (config: Config) => new TextEncoder().encode(config.authSecret);

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
const maxKept = 10_000;
/**
 * Caches the claims of verified tokens per installation. Verifying a signature takes longer than
 * the rest of many a call, and a browser sends the same token for 15 minutes.
 */
const checked = new WeakMap<Config, Map<string, Claims>>();

async function verifyToken({ clock, config }: Deps, token: string): Promise<Claims | undefined> {
  const kept = checked.get(config) ?? new Map<string, Claims>();
  checked.set(config, kept);
  const known = kept.get(token);
  if (known && known.exp * 1_000 > clock.now().getTime()) return known;
  kept.delete(token);
  try {
    const { payload } = await jwtVerify<Claims>(token, getSecret(config), {
      algorithms: [algorithm],
      audience: audiences,
      typ: 'JWT',
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp'],
    });
    for (const oldest of kept.keys()) {
      if (kept.size < maxKept) break;
      kept.delete(oldest);
    }
    kept.set(token, payload);
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
export async function callerOfSession(
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
  return payload && callerOfSession(deps, { kind, sessionId: String(payload.sub) });
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Checks the web client's keys; throws `applicationKeyInvalid`. */
export function checkWebKeys(config: Config, request: FastifyRequest): void {
  const areRight =
    isSameSecret(header(request, 'x-application-key'), config.webApplicationKey) &&
    isSameSecret(header(request, 'x-api-key'), config.webApiKey);
  if (!areRight) throw problem('applicationKeyInvalid');
}

async function readProvider(
  deps: Deps,
  request: FastifyRequest,
): Promise<CallerOf<'provider'> | undefined> {
  const apiKey = header(request, 'x-api-key');
  if (!apiKey) return undefined;
  const accountId = await findAccountIdByKeyHash(deps.db, hashSecret(apiKey));
  return accountId === undefined ? undefined : { kind: 'provider', accountId };
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
  const bearer = /^Bearer (\S+)$/.exec(header(request, 'authorization') ?? '')?.[1];
  if (bearer) {
    for (const kind of userSessionKinds) {
      const caller = allowed.includes(kind) ? await readUserToken(deps, kind, bearer) : undefined;
      if (caller) return caller;
    }
  }
  const caller =
    (allowed.includes('form') && bearer ? await readFormToken(deps, bearer) : undefined) ??
    (allowed.includes('provider') ? await readProvider(deps, request) : undefined);
  if (!caller) throw problem(getRefusal(allowed));
  return caller;
}

/** Throws `notFound` for an account that is not the user's, alike for foreign and unknown ids. */
export function checkAccountScope(caller: Caller, params: unknown): void {
  const isUser = caller.kind === 'registered' || caller.kind === 'unregistered';
  const { acc } = (params ?? {}) as { acc?: string };
  if (isUser && acc !== undefined && !caller.accountIds.includes(acc)) throw problem('notFound');
}

/** Throws `notFound` for another user's id, so that ids cannot be probed. */
export function checkOwnUser(caller: UserCaller, userId: string): void {
  if (caller.userId !== userId) throw problem('notFound');
}

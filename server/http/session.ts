import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { limits } from '#schemas/limits.ts';
import type { SessionKind } from '#schemas/endpoint.ts';
import { userSessionKinds, type UserSessionKind } from '#schemas/sessions.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from './errors.ts';
import { findAccountIdByKeyHash, findLiveSession } from './repository.ts';
import { hashSecret, isSameSecret } from './secrets.ts';

/** Who calls. A form's visitor may do what concerns one workflow, a provider's program what concerns one account. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'form'; workflowKey: string; accountId: string }
  | { kind: 'provider'; accountId: string }
  | UserCaller;

/** A client of the accounts, logged in with username and password, or by a PIN (calls.md §6). */
export type UserCaller<K extends UserSessionKind = UserSessionKind> = K extends UserSessionKind
  ? { kind: K; userId: string; sessionId: string; accountIds: string[] }
  : never;

export type CallerOf<K extends SessionKind> = Extract<Caller, { kind: K }>;

const algorithm = 'HS256';
/** A token of one kind never opens what another kind opens. */
type TokenKind = 'form' | UserSessionKind;
const audienceOf = (kind: TokenKind): string => `formakte:${kind}`;
const audiences = (['form', ...userSessionKinds] as const).map(audienceOf);

/** What signs the tokens of this installation, each kind for an audience of its own. */
export const secretOf = (config: Config) => new TextEncoder().encode(config.authSecret);

/** Signed for 15 minutes (decisions.md, Tokens). */
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
    .setAudience(audienceOf(kind))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.session.accessTokenSeconds)
    .sign(secretOf(config));
}

/** A token for one workflow (decisions.md, How a form is reached). */
export const signFormToken = (
  deps: Deps,
  { workflowKey, accountId }: { workflowKey: string; accountId: string },
): Promise<string> => signToken(deps, 'form', workflowKey, { accountId });

/** A token for one session of a user. */
export const signUserToken = (
  deps: Deps,
  kind: UserSessionKind,
  sessionId: string,
): Promise<string> => signToken(deps, kind, sessionId, {});

type Claims = JWTPayload & { exp: number };
const maxKept = 10_000;
/** What the tokens say that an installation has signed. Checking a signature takes longer than the whole rest of many a call, and a browser sends the same token for a quarter of an hour. */
const checked = new WeakMap<Config, Map<string, Claims>>();

async function claimsOf({ clock, config }: Deps, token: string): Promise<Claims | undefined> {
  const kept = checked.get(config) ?? new Map<string, Claims>();
  checked.set(config, kept);
  const known = kept.get(token);
  if (known && known.exp * 1_000 > clock.now().getTime()) return known;
  kept.delete(token);
  try {
    const { payload } = await jwtVerify<Claims>(token, secretOf(config), {
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
    return undefined; // forged, expired or meant for something else: all the same to the caller
  }
}

async function readToken(deps: Deps, kind: TokenKind, token: string): Promise<Claims | undefined> {
  const claims = await claimsOf(deps, token);
  return claims?.aud === audienceOf(kind) ? claims : undefined;
}

async function readFormToken(deps: Deps, token: string): Promise<CallerOf<'form'> | undefined> {
  const payload = await readToken(deps, 'form', token);
  const accountId = payload?.['accountId'];
  return typeof accountId === 'string'
    ? { kind: 'form', workflowKey: String(payload?.sub), accountId }
    : undefined;
}

/** The session is looked up each time: one that was ended, or whose user lost access, is refused at once. */
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

/** The web client proves that it is the web client; throws `applicationKeyInvalid`. */
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

/** What a call answers to whoever may not make it. */
export const refusalOf = (allowed: readonly SessionKind[]): 'apiKeyInvalid' | 'unauthorized' =>
  allowed.every((kind) => kind === 'provider') ? 'apiKeyInvalid' : 'unauthorized';

/** The caller, if it holds one of the sessions the endpoint asks for; throws `unauthorized`, or `apiKeyInvalid` where only a key is asked for. */
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
  if (!caller) throw problem(refusalOf(allowed));
  return caller;
}

/** Throws `notFound` when a user's call is about an account that is not theirs: alike for a foreign and an unknown one (decisions.md, Traps). */
export function checkAccountScope(caller: Caller, params: unknown): void {
  const isUser = caller.kind === 'registered' || caller.kind === 'unregistered';
  const { acc } = (params ?? {}) as { acc?: string };
  if (isUser && acc !== undefined && !caller.accountIds.includes(acc)) throw problem('notFound');
}

/** Throws `notFound` when a call names another user than the one who makes it: who exists is nobody's business. */
export function checkOwnUser(caller: UserCaller, userId: string): void {
  if (caller.userId !== userId) throw problem('notFound');
}

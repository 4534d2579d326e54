import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { limits } from '#schemas/limits.ts';
import type { SessionKind } from '#schemas/endpoint.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from './errors.ts';
import { findAccountIdByKeyHash } from './repository.ts';

/** Who calls. A form's visitor may do what concerns one workflow, a provider's program what concerns one account. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'form'; workflowKey: string; accountId: string }
  | { kind: 'provider'; accountId: string };

export type CallerOf<K extends SessionKind> = Extract<Caller, { kind: K }>;

const algorithm = 'HS256';
const formAudience = 'formakte:form';
const secretOf = (config: Config) => new TextEncoder().encode(config.authSecret);

/** A token for one workflow, good for 15 minutes (decisions.md, How a form is reached). */
export async function signFormToken(deps: Deps, session: { workflowKey: string; accountId: string }): Promise<string> {
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000);
  return new SignJWT({ accountId: session.accountId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(session.workflowKey)
    .setAudience(formAudience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.session.accessTokenSeconds)
    .sign(secretOf(deps.config));
}

async function readFormToken(deps: Deps, token: string): Promise<CallerOf<'form'> | undefined> {
  try {
    const { payload } = await jwtVerify(token, secretOf(deps.config), {
      algorithms: [algorithm],
      audience: formAudience,
      typ: 'JWT',
      currentDate: deps.clock.now(),
      requiredClaims: ['sub', 'exp', 'accountId'],
    });
    return { kind: 'form', workflowKey: String(payload.sub), accountId: String(payload['accountId']) };
  } catch {
    return undefined; // forged, expired or meant for something else: all the same to the caller
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is stored of an API key. */
export const hashApiKey = (apiKey: string): string => sha256(apiKey).toString('hex');

const isSame = (given: string | undefined, expected: string): boolean => timingSafeEqual(sha256(given ?? ''), sha256(expected));

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The web client proves that it is the web client; throws `applicationKeyInvalid`. */
export function checkWebKeys(config: Config, request: FastifyRequest): void {
  const areRight = isSame(header(request, 'x-application-key'), config.webApplicationKey) && isSame(header(request, 'x-api-key'), config.webApiKey);
  if (!areRight) throw problem('applicationKeyInvalid');
}

async function readProvider(deps: Deps, request: FastifyRequest): Promise<CallerOf<'provider'> | undefined> {
  const apiKey = header(request, 'x-api-key');
  if (!apiKey) return undefined;
  const accountId = await findAccountIdByKeyHash(deps.db, hashApiKey(apiKey));
  return accountId === undefined ? undefined : { kind: 'provider', accountId };
}

/** What a call answers to whoever may not make it. */
export const refusalOf = (allowed: readonly SessionKind[]): 'apiKeyInvalid' | 'unauthorized' =>
  allowed.every((kind) => kind === 'provider') ? 'apiKeyInvalid' : 'unauthorized';

/** The caller, if it holds one of the sessions the endpoint asks for; throws `unauthorized`, or `apiKeyInvalid` where only a key is asked for. */
export async function authenticate(deps: Deps, request: FastifyRequest, allowed: readonly SessionKind[]): Promise<Caller> {
  if (allowed.includes('public')) return { kind: 'public' };
  const bearer = /^Bearer (\S+)$/.exec(header(request, 'authorization') ?? '')?.[1];
  const caller =
    (allowed.includes('form') && bearer ? await readFormToken(deps, bearer) : undefined) ??
    (allowed.includes('provider') ? await readProvider(deps, request) : undefined);
  if (!caller) throw problem(refusalOf(allowed));
  return caller;
}

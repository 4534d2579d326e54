import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { computeMac, isMac, listMacs } from '#server/security/secrets.ts';
import { clearOwnCookie, setOwnCookie } from '#server/http/cookies.ts';

/** Refresh tokens and their cookies. `service.ts` refreshes a session with them. */

/** Content of a session cookie. */
export type HeldToken = { sessionId: string; token: string };

/**
 * Derives the next token from the previous one, so that concurrent refreshes get the same token
 * though only its hash is stored.
 */
export const deriveNextToken = (deps: Deps, token: string): string =>
  computeMac(deps, 'refresh', token);

/** Lists the successors of a token, because a rotation may lie between two refreshes with it. */
export const listNextTokens = (deps: Deps, token: string): string[] =>
  listMacs(deps, 'refresh', token);

const getCookieName = (kind: UserSessionKind): string => `formakte-${kind}`;

/**
 * Computes a MAC of a token, also valid after its use, so that knowing a session's id is not enough
 * to end it.
 */
const computeSeal = (deps: Deps, kind: UserSessionKind, held: HeldToken): string =>
  computeMac(deps, 'heldToken', describe(kind, held));
const describe = (kind: UserSessionKind, { sessionId, token }: HeldToken): string =>
  `${kind}:${sessionId}.${token}`;

/** Reads the session cookie; undefined for a missing or forged one. */
export function readHeldToken(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): HeldToken | undefined {
  const [sessionId = '', token = '', seal] = request.cookies[getCookieName(kind)]?.split('.') ?? [];
  const held = { sessionId, token };
  return isMac(deps, seal, 'heldToken', describe(kind, held)) ? held : undefined;
}

export function setTokenCookie(
  deps: Deps,
  reply: FastifyReply,
  kind: UserSessionKind,
  held: HeldToken,
  validUntil: Date,
): void {
  const content = `${held.sessionId}.${held.token}.${computeSeal(deps, kind, held)}`;
  setOwnCookie(reply, deps.config, getCookieName(kind), content, { expires: validUntil });
}

export function clearTokenCookie(
  { config }: Deps,
  reply: FastifyReply,
  kind: UserSessionKind,
): void {
  clearOwnCookie(reply, config, getCookieName(kind));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { isSameSecret, computeMac } from '#server/security/secrets.ts';
import { cookieOptions } from '#server/http/cookies.ts';

/** Content of a session cookie. */
export type HeldToken = { sessionId: string; token: string };

/**
 * Derives the next token from the previous one, so that concurrent refreshes get the same token
 * though only its hash is stored.
 */
export const deriveNextToken = (deps: Deps, token: string): string =>
  computeMac(deps, 'refresh', token);

const getCookieName = (kind: UserSessionKind): string => `formakte-${kind}`;

/**
 * Computes a MAC of a token, also valid after its use, so that knowing a session's id is not enough
 * to end it.
 */
const computeSeal = (deps: Deps, kind: UserSessionKind, { sessionId, token }: HeldToken): string =>
  computeMac(deps, 'heldToken', `${kind}:${sessionId}.${token}`);

/** Reads the session cookie; undefined for a missing or forged one. */
export function readHeldToken(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): HeldToken | undefined {
  const [sessionId = '', token = '', seal] = request.cookies[getCookieName(kind)]?.split('.') ?? [];
  return isSameSecret(seal, computeSeal(deps, kind, { sessionId, token }))
    ? { sessionId, token }
    : undefined;
}

export function setTokenCookie(
  deps: Deps,
  reply: FastifyReply,
  kind: UserSessionKind,
  held: HeldToken,
  validUntil: Date,
): void {
  reply.setCookie(
    getCookieName(kind),
    `${held.sessionId}.${held.token}.${computeSeal(deps, kind, held)}`,
    {
      ...cookieOptions(deps.config),
      expires: validUntil,
    },
  );
}

export function clearTokenCookie(
  { config }: Deps,
  reply: FastifyReply,
  kind: UserSessionKind,
): void {
  reply.clearCookie(getCookieName(kind), cookieOptions(config));
}

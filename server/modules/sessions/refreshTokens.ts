import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserSessionKind } from '#schemas/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { isSameSecret, macOf } from '#server/http/secrets.ts';
import { cookieOptions } from '#server/http/cookies.ts';

/** What a browser holds of a session. */
export type HeldToken = { sessionId: string; token: string };

/** Follows from the one before and our secret: whoever asks twice is given the same one, though only its hash is stored. */
export const tokenAfter = (deps: Deps, token: string): string => macOf(deps, 'refresh', token);

const nameOf = (kind: UserSessionKind): string => `formakte-${kind}`;

/** Shows of a token that we have given it for this session, also once it is spent: whoever knows the session's id alone does nothing to it. */
const sealOf = (deps: Deps, kind: UserSessionKind, { sessionId, token }: HeldToken): string =>
  macOf(deps, 'heldToken', `${kind}:${sessionId}.${token}`);

/** Nothing of a token that we have not given. */
export function readHeldToken(
  deps: Deps,
  request: FastifyRequest,
  kind: UserSessionKind,
): HeldToken | undefined {
  const [sessionId = '', token = '', seal] = request.cookies[nameOf(kind)]?.split('.') ?? [];
  return isSameSecret(seal, sealOf(deps, kind, { sessionId, token }))
    ? { sessionId, token }
    : undefined;
}

export function giveToken(
  deps: Deps,
  reply: FastifyReply,
  kind: UserSessionKind,
  held: HeldToken,
  validUntil: Date,
): void {
  reply.setCookie(nameOf(kind), `${held.sessionId}.${held.token}.${sealOf(deps, kind, held)}`, {
    ...cookieOptions(deps.config),
    expires: validUntil,
  });
}

export function takeTokenBack({ config }: Deps, reply: FastifyReply, kind: UserSessionKind): void {
  reply.clearCookie(nameOf(kind), cookieOptions(config));
}

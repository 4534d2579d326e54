import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserSessionKind } from '#schemas/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { macOf } from '#server/http/secrets.ts';
import { cookieOptions } from '#server/http/cookies.ts';

/** What a browser holds of a session. */
export type HeldToken = { sessionId: string; token: string };

/** Follows from the one before and our secret: whoever asks twice is given the same one, though only its hash is stored. */
export const tokenAfter = (deps: Deps, token: string): string => macOf(deps, 'refresh', token);

const nameOf = (kind: UserSessionKind): string => `formakte-${kind}`;

export function readHeldToken(request: FastifyRequest, kind: UserSessionKind): HeldToken | undefined {
  const [sessionId, token, ...rest] = request.cookies[nameOf(kind)]?.split('.') ?? [];
  return sessionId && token && rest.length === 0 ? { sessionId, token } : undefined;
}

export function giveToken({ config }: Deps, reply: FastifyReply, kind: UserSessionKind, { sessionId, token }: HeldToken, validUntil: Date): void {
  reply.setCookie(nameOf(kind), `${sessionId}.${token}`, { ...cookieOptions(config), expires: validUntil });
}

export function takeTokenBack({ config }: Deps, reply: FastifyReply, kind: UserSessionKind): void {
  reply.clearCookie(nameOf(kind), cookieOptions(config));
}

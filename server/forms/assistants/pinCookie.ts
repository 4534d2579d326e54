import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PinRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { pinCookieLimits } from '#server/forms/limits.ts';
import { setOwnCookie } from '#server/http/cookies.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';

const kind = { name: 'formPin', minutes: pinCookieLimits.validMinutes };

/** One cookie per form or request, so that forms in two tabs do not end each other. */
const getCookieName = ({ subject }: PinRow): string =>
  `formakte-form-${createHash('sha256').update(subject).digest('base64url').slice(0, 16)}`;

/**
 * Proof that this browser has given a PIN. Its cookie ends with the browser session and contains
 * no PIN. It is void once the provider makes another PIN.
 */
export type PinProof = { has: (pin: PinRow) => boolean; give: (pin: PinRow) => void };

/** Proves nothing. */
export const noProof: PinProof = { has: () => false, give: () => undefined };

export const readPinProof = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): PinProof => ({
  has(pin) {
    const token = request.cookies[getCookieName(pin)];
    return token !== undefined && readToken<{ pinId: string }>(deps, kind, token)?.pinId === pin.id;
  },
  give(pin) {
    const token = createToken(deps, kind, { pinId: pin.id });
    setOwnCookie(reply, deps.config, getCookieName(pin), token);
  },
});

import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/http/cookies.ts';
import { problem } from '#server/http/errors.ts';
import { hashSecret, macOf, newSecret } from '#server/http/secrets.ts';

const cookieName = 'formakte-pin';
const isNonce = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);

const isUnguessable = (key: string | undefined): key is string =>
  key !== undefined && key.length >= limits.calls.minKeyLength;

/**
 * What is kept of the browser that asks for a PIN; it can be told from others for as long as the PIN is good. A repeat is
 * given the same mark: with the answer the cookie was lost.
 */
export function markBrowser(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotencyKey: string | undefined,
): string {
  const held = request.cookies[cookieName];
  const nonce = isNonce(held)
    ? held
    : isUnguessable(idempotencyKey)
      ? macOf(deps, 'browser', idempotencyKey)
      : newSecret();
  reply.setCookie(cookieName, nonce, {
    ...cookieOptions(deps.config),
    maxAge: limits.pin.validMinutes * 60,
  });
  return hashSecret(nonce);
}

/** The same of the browser that gives a PIN back; undefined for one that asked for none. */
export function markOf(request: FastifyRequest): string | undefined {
  const held = request.cookies[cookieName];
  return isNonce(held) ? hashSecret(held) : undefined;
}

/**
 * Throws `invalidInput` where nobody has pressed a button in our own page: another site, a browser that loads ahead, a
 * scanner that looks without fetching (decisions.md, Traps: a GET requests a PIN).
 */
export function assertMeant({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOurPage = site === undefined || site === 'same-origin';
  const isAhead = ['purpose', 'sec-purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  );
  if (method !== 'GET' || !isOurPage || isAhead) throw problem('invalidInput');
}

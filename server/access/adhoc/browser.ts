import type { FastifyReply, FastifyRequest } from 'fastify';
import { pinLimits } from '#schemas/forms/limits.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { setOwnCookie } from '#server/http/cookies.ts';
import { createProblem } from '#server/problem.ts';
import { hashSecret, computeMac, createSecret } from '#server/security/secrets.ts';

const cookieName = 'formakte-pin';
const isNonce = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);

const isUnguessable = (key: string | undefined): key is string =>
  key !== undefined && key.length >= requestLimits.minKeyLength;

/**
 * Sets a cookie that identifies the browser while its PIN is valid, and returns its hash. A retry
 * gets the same cookie, because the first one was lost with the response.
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
      ? computeMac(deps, 'browser', idempotencyKey)
      : createSecret();
  setOwnCookie(reply, deps.config, cookieName, nonce, { maxAge: pinLimits.validMinutes * 60 });
  return hashSecret(nonce);
}

/** Returns the hash of the browser's cookie; undefined if it has requested no PIN. */
export function readBrowserHash(request: FastifyRequest): string | undefined {
  const held = request.cookies[cookieName];
  return isNonce(held) ? hashSecret(held) : undefined;
}

/**
 * Throws `invalidInput` unless the request comes from a click in our own page. Rejects other
 * sites, prefetching browsers and link scanners, because this GET requests a PIN.
 */
export function assertUserIntent({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOurPage = site === undefined || site === 'same-origin';
  const isAhead = ['purpose', 'sec-purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  );
  if (method !== 'GET' || !isOurPage || isAhead) throw createProblem('invalidInput');
}

import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { Config } from '#server/config.ts';
import { problem } from '#server/http/errors.ts';

const cookieName = 'formakte-pin';
const isNonce = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);
const hashOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

/** What is kept of the browser that asks for a PIN; it can be told from others for as long as the PIN is good. */
export function markBrowser({ publicUrl }: Config, request: FastifyRequest, reply: FastifyReply): string {
  const held = request.cookies[cookieName];
  const nonce = isNonce(held) ? held : randomBytes(32).toString('base64url');
  reply.setCookie(cookieName, nonce, { path: '/api', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:'), maxAge: limits.pin.validMinutes * 60 });
  return hashOf(nonce);
}

/** The same of the browser that gives a PIN back; undefined for one that asked for none. */
export function markOf(request: FastifyRequest): string | undefined {
  const held = request.cookies[cookieName];
  return isNonce(held) ? hashOf(held) : undefined;
}

/**
 * Throws `invalidInput` where nobody has pressed a button in our own page: another site, a browser that loads ahead, a
 * scanner that looks without fetching (decisions.md, Traps: a GET requests a PIN).
 */
export function assertMeant({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOurPage = site === undefined || site === 'same-origin';
  const isAhead = ['purpose', 'sec-purpose', 'x-moz', 'x-purpose'].some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
  if (method !== 'GET' || !isOurPage || isAhead) throw problem('invalidInput');
}

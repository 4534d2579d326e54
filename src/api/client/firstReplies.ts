import { buildCallAddress } from '#schemas/platform/endpoint.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { firstRepliesId, type FirstReplies } from '#schemas/portal/firstReplies.ts';
import { learnFromDocument } from '#src/device/serverClock.ts';
import { detectLanguage } from '#src/locale/language.ts';
import type { Request } from './request.ts';
import type { Outcome } from './sendWithRetries.ts';
import { userSessions } from './userSessions.ts';

/** A page that starts later asks again. */
const freshMs = minuteMs;
const isFresh = (): boolean => performance.now() < freshMs;

let first: FirstReplies | undefined;

/** Returns true if the browser's calls would use this session. */
const isUsed = (sessionId: string): boolean =>
  (userSessions.live('registered') ?? userSessions.live('unregistered'))?.sessionId === sessionId;

/** Reads what the server embedded in the page, once, and learns the server's time from it. */
function readEmbedded(): FirstReplies | undefined {
  const element = globalThis.document?.getElementById(firstRepliesId);
  if (!element) return first;
  element.remove();
  first = JSON.parse(element.textContent ?? '') as FirstReplies; // written by the server
  if (isFresh()) learnFromDocument(Date.parse(first.sentAt));
  return first;
}

/** Returns what came with the page while it is fresh and of the session in use. */
function findUsable(): FirstReplies | undefined {
  const embedded = readEmbedded();
  return embedded && isFresh() && isUsed(embedded.sessionId) ? embedded : undefined;
}

/**
 * Returns the id of the newest event that the replies of the page contain; undefined for a page
 * without replies of the session in use.
 */
export const findFirstEventId = (): number | undefined => findUsable()?.lastEventId;

/** Forgets the replies that are left, because the server's state has changed since. */
export function forgetFirstReplies(): void {
  const embedded = readEmbedded();
  if (embedded) embedded.replies = {};
}

/**
 * Returns the reply that came with the page, once; undefined for a call that must be sent. A reply
 * of another session, of another language or that is no longer fresh is not used.
 */
export function takeFirstReply(request: Request): Outcome | undefined {
  const { endpoint, account } = request;
  const isChange = endpoint.method !== 'GET';
  if (isChange && !endpoint.session.includes('public')) forgetFirstReplies();
  if (isChange || account !== undefined) return undefined;
  const embedded = readEmbedded();
  const address = embedded && buildCallAddress(request);
  const reply = address === undefined ? undefined : embedded?.replies[address];
  if (!embedded || address === undefined || !reply) return undefined;
  delete embedded.replies[address];
  if (findUsable()?.language !== detectLanguage()) return undefined;
  const { data, etag } = reply;
  return { data, ...(etag === undefined ? {} : { meta: { etag } }) };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import {
  buildCallAddress,
  userSessionKinds,
  type AddressedCall,
} from '#schemas/platform/endpoint.ts';
import { secondMs } from '#schemas/platform/time.ts';
import {
  loggedOutCookie,
  type FirstReplies,
  type FirstReply,
} from '#schemas/portal/firstReplies.ts';
import type { FoundPage } from '#schemas/portal/serverRender.ts';
import { findHeldCaller } from '#server/access/sessions/service.ts';
import type { Deps } from '#server/deps.ts';
import { listEventsAfter } from '#server/events/service.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { signUserToken, type UserCaller } from '#server/http/session.ts';
import { getPageLanguage } from '#server/texts.ts';
import { withTimeout } from '#server/withTimeout.ts';
import { listFirstCalls } from './firstCalls.ts';

/** A page does not wait longer for its data: the browser asks for it then. */
const withinMs = secondMs;
/** A longer reply would hold the page back, because its scripts wait for the whole document. */
const maxReplyLength = 50_000;
/** Further pages of a session are sent without data, so that one user does not block the server. */
const maxAtOnce = 3;

/** Finds the session of the browser's cookies that its pages use: the registered one first. */
async function findCaller(deps: Deps, request: FastifyRequest): Promise<UserCaller | undefined> {
  for (const kind of userSessionKinds) {
    const caller = await findHeldCaller(deps, request, kind);
    if (caller) return caller;
  }
  return undefined;
}

type Calling = { ip: string; token: string; language: Language };

/** Makes a call like the browser would; undefined for an error, which the browser then gets. */
async function makeCall(
  app: FastifyInstance,
  { config: { webApplicationKey, webApiKey } }: Deps,
  address: string,
  { ip, token, language }: Calling,
): Promise<FirstReply | undefined> {
  const { statusCode, body, headers } = await app.inject({
    url: address,
    remoteAddress: ip,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': language,
      'x-application-key': webApplicationKey,
      'x-api-key': webApiKey,
    },
  });
  if (statusCode !== 200 || body.length > maxReplyLength) return undefined;
  const { etag } = headers;
  return { data: JSON.parse(body) as unknown, ...(typeof etag === 'string' ? { etag } : {}) };
}

/** Finds the session and its newest event, before the calls: the browser asks for later events. */
async function prepareCalls(deps: Deps, request: FastifyRequest) {
  const caller = await findCaller(deps, request);
  if (!caller) return undefined;
  const { kind, sessionId } = caller;
  const token = await signUserToken(deps, kind, sessionId);
  const { lastId: lastEventId } = await listEventsAfter(deps, caller, undefined);
  return { sessionId, lastEventId, token };
}

/** Makes the calls at once, each within a second. */
async function makeAll(
  app: FastifyInstance,
  deps: Deps,
  calls: readonly AddressedCall[],
  calling: Calling,
): Promise<FirstReplies['replies']> {
  const replies: FirstReplies['replies'] = {};
  await Promise.all(
    calls.map(async (call) => {
      const address = buildCallAddress(call);
      const making = makeCall(app, deps, address, calling);
      const reply = await withTimeout(making, withinMs, undefined); // its line in the log says why
      if (reply) replies[address] = reply;
    }),
  );
  return replies;
}

/**
 * Creates the function that makes the first calls of a page after a login for the session of the
 * browser's cookies. The calls authenticate, count and are logged as if the browser had made them.
 * A call that fails, takes longer than a second or has a long reply is left out. Resolves with
 * undefined without a session, after a logout that has not arrived, or if the database fails.
 */
export function createFirstReplies(app: FastifyInstance, deps: Deps) {
  const running = new Map<string, number>(); // documents by session

  async function makeFirstCalls(
    request: FastifyRequest,
    page: FoundPage,
  ): Promise<FirstReplies | undefined> {
    const prepared = await withTimeout(prepareCalls(deps, request), withinMs, undefined);
    if (!prepared) return undefined;
    const { sessionId, lastEventId, token } = prepared;
    const language = getPageLanguage(request);
    const hasQuery = request.url.includes('?');
    const before = running.get(sessionId) ?? 0;
    const calls = before < maxAtOnce ? listFirstCalls(page, hasQuery) : [];
    running.set(sessionId, before + 1);
    const calling = { ip: request.ip, token, language };
    const replies = await makeAll(app, deps, calls, calling).finally(() => {
      const left = (running.get(sessionId) ?? 1) - 1;
      if (left > 0) running.set(sessionId, left);
      else running.delete(sessionId);
    });
    const sentAt = deps.clock.now().toISOString();
    return { sessionId, lastEventId, sentAt, language, replies };
  }

  return async (request: FastifyRequest, page: FoundPage): Promise<FirstReplies | undefined> => {
    if (request.cookies[loggedOutCookie] !== undefined) return undefined;
    try {
      return await makeFirstCalls(request, page);
    } catch (error) {
      warnOnce(deps.log, describeCause(error), 'a page was sent without its data');
      return undefined;
    }
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { buildCallAddress, userSessionKinds } from '#schemas/platform/endpoint.ts';
import { secondMs } from '#schemas/platform/time.ts';
import type { FirstReplies, FirstReply } from '#schemas/portal/firstReplies.ts';
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
  if (statusCode !== 200) return undefined;
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

async function makeFirstCalls(
  app: FastifyInstance,
  deps: Deps,
  request: FastifyRequest,
): Promise<FirstReplies | undefined> {
  const prepared = await withTimeout(prepareCalls(deps, request), withinMs, undefined);
  if (!prepared) return undefined;
  const { sessionId, lastEventId, token } = prepared;
  const language = getPageLanguage(request);
  const [path = '', query = ''] = request.url.split('?');
  const replies: FirstReplies['replies'] = {};
  await Promise.all(
    listFirstCalls(path, query !== '').map(async (call) => {
      const address = buildCallAddress(call);
      const making = makeCall(app, deps, address, { ip: request.ip, token, language });
      const reply = await withTimeout(making, withinMs, undefined); // its line in the log says why
      if (reply) replies[address] = reply;
    }),
  );
  const sentAt = deps.clock.now().toISOString();
  return { sessionId, lastEventId, sentAt, language, replies };
}

/**
 * Creates the function that makes the first calls of a page after a login for the session of the
 * browser's cookies. The calls authenticate, count and are logged as if the browser had made them.
 * A call that fails or takes longer than a second is left out. Resolves with undefined without a
 * session, or if the database fails.
 */
export const createFirstReplies =
  (app: FastifyInstance, deps: Deps) =>
  async (request: FastifyRequest): Promise<FirstReplies | undefined> => {
    try {
      return await makeFirstCalls(app, deps, request);
    } catch (error) {
      warnOnce(deps.log, describeCause(error), 'a page was sent without its data');
      return undefined;
    }
  };

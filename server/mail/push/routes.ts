import type { FastifyInstance } from 'fastify';
import { getPush, subscribePush, unsubscribePush } from '#schemas/mail/push.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import * as push from './service.ts';

export function registerPushRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPush, async ({ caller }) => push.getPush(deps, caller.sessionId));

  route(app, deps, subscribePush, async ({ caller: { sessionId }, body, request }) =>
    push.subscribe(deps, { sessionId, language: getLanguage(request) }, body),
  );

  route(app, deps, unsubscribePush, async ({ caller }) => push.unsubscribe(deps, caller.sessionId));
}

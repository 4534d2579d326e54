import type { FastifyInstance } from 'fastify';
import { loginAdhoc, requestPin } from '#schemas/adhoc.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { openSession } from '#server/modules/sessions/service.ts';
import { assertMeant, markBrowser, markOf } from './browser.ts';
import * as service from './service.ts';

export function registerAdhocRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, requestPin, async ({ params, query, request, reply }) => {
    assertMeant(request);
    return { channel: await service.requestPin(deps, params.key, query.preferredChannel, markBrowser(deps.config, request, reply)) };
  });

  route(app, deps, loginAdhoc, async ({ body, request, reply }) => {
    const { userId, accountId } = await service.usePin(deps, body.key, body.password, markOf(request));
    return openSession(deps, reply, request, { userId, kind: 'unregistered', accountId });
  });
}

import type { FastifyInstance } from 'fastify';
import { loginAdhoc, requestPin } from '#schemas/access/adhoc.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { assertUserIntent, markBrowser } from './browser.ts';
import * as service from './service.ts';

export function registerAdhocRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, requestPin, async ({ params, query, request, reply, idempotencyKey }) => {
    assertUserIntent(request);
    return service.requestPin(deps, params.key, query.preferredChannel, {
      browserHash: markBrowser(deps, request, reply, idempotencyKey),
      idempotencyKey,
      log: request.log,
    });
  });

  route(app, deps, loginAdhoc, async ({ body, request, reply, idempotencyKey }) =>
    service.login(deps, reply, request, body, idempotencyKey),
  );
}

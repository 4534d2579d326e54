import type { FastifyInstance } from 'fastify';
import { eraseClient, listClientErasures } from '#schemas/portal/clientErasures.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import * as service from './service.ts';

export function registerClientErasureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, eraseClient, async ({ caller, params, body, request }) =>
    service.eraseClient(deps, { ...caller, language: getLanguage(request) }, params.userId, {
      reason: body.reason,
    }),
  );

  route(app, deps, listClientErasures, async ({ caller, query }) =>
    service.listErasures(deps, caller.accountId, query),
  );
}

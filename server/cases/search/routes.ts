import type { FastifyInstance } from 'fastify';
import { searchMessages, searchMessagesOfCase } from '#schemas/cases/search.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import * as search from './service.ts';

export function registerSearchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, searchMessages, async ({ caller, query }) =>
    search.searchMessages(deps, caller, query),
  );

  route(app, deps, searchMessagesOfCase, async ({ caller, params, query }) =>
    search.searchMessages(deps, getClient(caller, params.acc), { caseId: params.akte, ...query }),
  );
}

import type { FastifyInstance } from 'fastify';
import { getPublicInfo } from '#schemas/accounts/accounts.ts';
import { getKnownAccount } from '#server/accounts/accounts/service.ts';
import { route } from '#server/http/route.ts';
import type { Deps } from '#server/deps.ts';
import { readPublicInfo } from './publicInfo.ts';

export function registerPublicPageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPublicInfo, async ({ params }) =>
    readPublicInfo(deps, await getKnownAccount(deps, params.id)),
  );
}

import type { FastifyInstance } from 'fastify';
import { getPublicInfo } from '#schemas/accounts/accounts.ts';
import { getKnownAccount } from '#server/accounts/accounts/service.ts';
import { route } from '#server/http/route.ts';
import type { Deps } from '#server/deps.ts';
import { getLanguage } from '#server/texts.ts';
import { readPublicInfo } from './publicInfo.ts';

export function registerPublicPageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPublicInfo, async ({ params, request }) => {
    const account = await getKnownAccount(deps, params.id);
    const info = await readPublicInfo(deps, account, getLanguage(request));
    return {
      ...info,
      uniqueAccountKey: info.accountUniqueKey,
      terms: info.esyThingAgb,
      privacy: info.esyThingDatenschutz,
    };
  });
}

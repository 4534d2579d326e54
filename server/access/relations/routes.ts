import type { FastifyInstance } from 'fastify';
import { endRelation, leaveProvider } from '#schemas/access/relations.ts';
import { assertMayChangePerson } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { assertPassword } from '#server/access/credentials/service.ts';
import * as service from './service.ts';

export function registerRelationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, leaveProvider, async ({ caller, params: { acc }, body, request }) => {
    const { accountId, userId } = getClient(caller, acc);
    await assertPassword(deps, caller.userId, body.password, getLanguage(request));
    const { endedDate } = await service.endRelation(deps, { accountId, userId }, 'client');
    return { endedDate: endedDate ?? deps.clock.now().toISOString() };
  });

  route(app, deps, endRelation, async ({ caller, params: { userId } }) => {
    await assertMayChangePerson(deps.db, caller, userId);
    return service.endRelation(deps, { accountId: caller.accountId, userId }, 'provider');
  });
}

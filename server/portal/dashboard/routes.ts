import type { FastifyInstance } from 'fastify';
import { getAccountProfile, listAccounts, putAccountProfile } from '#schemas/accounts/accounts.ts';
import { getAccount, getProfile } from '#server/accounts/accounts/service.ts';
import { route } from '#server/http/route.ts';
import type { Deps } from '#server/deps.ts';
import { getLanguage } from '#server/texts.ts';
import { listClientAccounts } from './clientAccounts.ts';
import { changeProfile } from './profile.ts';

export function registerDashboardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listAccounts, async ({ caller, request }) => ({
    accounts: await listClientAccounts(deps, caller, getLanguage(request)),
  }));

  route(app, deps, getAccountProfile, async ({ caller }) =>
    getProfile(await getAccount(deps.db, caller)),
  );

  route(app, deps, putAccountProfile, async ({ caller, body }) => {
    await changeProfile(deps, caller.accountId, body);
    return body;
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createCase,
  createFolder,
  getCase,
  getProviderCase,
  listCases,
  listCasesOfAccount,
  listProviderCases,
  renameFolder,
  updateCase,
  withdrawCase,
  withdrawFolder,
} from '#schemas/cases/cases.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as providerCases from './providerCases.ts';
import * as cases from './service.ts';

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = ({ accountId }: CallerOf<'provider'>, request: FastifyRequest) => ({
    accountId,
    language: getLanguage(request),
  });

  route(app, deps, createCase, async ({ caller, body, request, idempotencyKey }) =>
    providerCases.createCase(deps, provider(caller, request), body, idempotencyKey),
  );

  route(app, deps, listProviderCases, async ({ caller, query }) =>
    providerCases.listCases(deps, caller.accountId, query),
  );

  route(app, deps, getProviderCase, async ({ caller, params }) =>
    providerCases.getCase(deps, caller.accountId, params.caseId),
  );

  route(app, deps, updateCase, async ({ caller, params, body, request }) =>
    providerCases.updateCase(deps, provider(caller, request), params.caseId, body),
  );

  route(app, deps, withdrawCase, async ({ caller, params }) =>
    providerCases.withdrawCase(deps, caller.accountId, params.caseId),
  );

  route(app, deps, createFolder, async ({ caller, params, body, request, idempotencyKey }) =>
    providerCases.createFolder(
      deps,
      provider(caller, request),
      params.caseId,
      body,
      idempotencyKey,
    ),
  );

  route(app, deps, renameFolder, async ({ caller, params, body }) =>
    providerCases.renameFolder(deps, caller.accountId, params, body.name),
  );

  route(app, deps, withdrawFolder, async ({ caller, params }) =>
    providerCases.withdrawFolder(deps, caller.accountId, params),
  );
}

export function registerCaseRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);

  route(app, deps, listCases, async ({ caller, query }) => cases.listCases(deps, caller, query));

  route(app, deps, listCasesOfAccount, async ({ caller, params, query }) =>
    cases.listCases(deps, { userId: caller.userId, accountIds: [params.acc] }, query),
  );

  route(app, deps, getCase, async ({ caller, params }) =>
    cases.getCase(deps, { userId: caller.userId, accountIds: [params.acc] }, params.akte),
  );
}

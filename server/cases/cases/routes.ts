import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  changeCase,
  closeCase,
  createCase,
  getCase,
  getProviderCase,
  listCases,
  listCasesOfAccount,
  listProviderCases,
  reopenCase,
  updateCase,
  withdrawCase,
} from '#schemas/cases/cases.ts';
import { createFolder, renameFolder, withdrawFolder } from '#schemas/cases/providerFolders.ts';
import type { Deps } from '#server/deps.ts';
import { assertProgramFields } from '#server/http/programFields.ts';
import { route } from '#server/http/route.ts';
import { getClient, type CallerOf } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as providerCases from './providerCases.ts';
import * as providerFolders from './providerFolders.ts';
import * as cases from './service.ts';

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = ({ accountId, staff }: CallerOf<'provider'>, request: FastifyRequest) => ({
    accountId,
    staff,
    language: getLanguage(request),
  });

  route(app, deps, createCase, async ({ caller, body, request, idempotencyKey }) => {
    assertProgramFields(caller, body, ['externalId']);
    return providerCases.createCase(deps, provider(caller, request), body, idempotencyKey);
  });

  route(app, deps, listProviderCases, async ({ caller, query, request }) =>
    providerCases.listCases(deps, provider(caller, request), query),
  );

  route(app, deps, closeCase, async ({ caller, params }) =>
    providerCases.setClosed(deps, caller.accountId, params.caseId, { isClosed: true }),
  );

  route(app, deps, reopenCase, async ({ caller, params }) =>
    providerCases.setClosed(deps, caller.accountId, params.caseId, { isClosed: false }),
  );

  route(app, deps, getProviderCase, async ({ caller, params }) =>
    providerCases.getCase(deps, caller.accountId, params.caseId),
  );

  route(app, deps, updateCase, async ({ caller, params, body, request, ifMatch }) =>
    providerCases.updateCase(deps, provider(caller, request), params.caseId, body, ifMatch),
  );

  route(app, deps, changeCase, async ({ caller, params, body, request, ifMatch }) => {
    assertProgramFields(caller, body, ['externalId']);
    await providerCases.changeCase(deps, provider(caller, request), params.caseId, body, ifMatch);
    return providerCases.getCase(deps, caller.accountId, params.caseId);
  });

  route(app, deps, withdrawCase, async ({ caller, params }) =>
    providerCases.withdrawCase(deps, caller.accountId, params.caseId),
  );

  route(app, deps, createFolder, async ({ caller, params, body, request, idempotencyKey }) =>
    providerFolders.createFolder(
      deps,
      provider(caller, request),
      params.caseId,
      body,
      idempotencyKey,
    ),
  );

  route(app, deps, renameFolder, async ({ caller, params, body }) =>
    providerFolders.renameFolder(deps, caller.accountId, params, body.name),
  );

  route(app, deps, withdrawFolder, async ({ caller, params }) =>
    providerFolders.withdrawFolder(deps, caller.accountId, params),
  );
}

export function registerCaseRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);

  route(app, deps, listCases, async ({ caller, query }) => cases.listCases(deps, caller, query));

  route(app, deps, listCasesOfAccount, async ({ caller, params, query }) =>
    cases.listCases(deps, getClient(caller, params.acc), query),
  );

  route(app, deps, getCase, async ({ caller, params }) =>
    cases.getCase(deps, getClient(caller, params.acc), params.akte),
  );
}

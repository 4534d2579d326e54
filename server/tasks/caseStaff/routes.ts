import type { FastifyInstance } from 'fastify';
import { getCaseStaff, setCaseStaff } from '#schemas/tasks/caseStaff.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import * as service from './service.ts';

export function registerCaseStaffRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getCaseStaff, async ({ caller: { accountId }, params: { caseId } }) =>
    service.getCaseStaff(deps, accountId, caseId),
  );

  route(app, deps, setCaseStaff, async ({ caller, params: { caseId }, body, request }) =>
    service.setCaseStaff(
      deps,
      { accountId: caller.accountId, language: getLanguage(request) },
      caseId,
      body,
    ),
  );
}

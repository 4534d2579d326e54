import type { FastifyInstance } from 'fastify';
import {
  getCaseHistory,
  getProviderCaseHistory,
  putCaseHistory,
} from '#schemas/cases/caseHistories.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import * as histories from './service.ts';

export function registerCaseHistoryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getCaseHistory, async ({ caller, params }) =>
    histories.getHistory(deps, getClient(caller, params.acc), params.akte),
  );

  route(app, deps, getProviderCaseHistory, async ({ caller, params }) =>
    histories.readHistory(deps, caller.accountId, params.caseId),
  );

  route(app, deps, putCaseHistory, async ({ caller, params, body, ifMatch }) =>
    histories.replaceHistory(deps, caller.accountId, params.caseId, body, ifMatch),
  );
}

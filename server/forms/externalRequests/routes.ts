import type { FastifyInstance } from 'fastify';
import {
  createExternalRequest,
  getReturnHosts,
  listExternalRequests,
  makeRequestPin,
  resolveExternalRequest,
  setReturnHosts,
} from '#schemas/forms/externalRequests.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import * as accounts from '#server/accounts/accounts/service.ts';
import * as repository from './repository.ts';
import * as service from './service.ts';

export function registerExternalRequestRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, resolveExternalRequest, async ({ params }) => ({
    workflowKey: await service.getWorkflowKey(deps, params.acc, params.key),
    workflowType: 'EXTERNALREQUEST' as const,
  }));

  route(app, deps, createExternalRequest, async ({ caller, body, request, idempotencyKey }) =>
    service.createRequest(
      deps,
      { accountId: caller.accountId, language: getLanguage(request) },
      body,
      idempotencyKey,
    ),
  );

  route(
    app,
    deps,
    listExternalRequests,
    async ({ caller: { accountId }, query: { cursor, limit = listLimits.pageSize, formId } }) => {
      const after = cursor ? decodeCursor(cursor) : undefined;
      const found = await repository.listRequests(db, accountId, { formId }, { limit, after });
      const { rows, ...next } = toPage(found, limit, ({ createdAt, key }) => ({
        at: createdAt,
        id: key,
      }));
      return {
        items: rows.map((row) => service.presentRequest(deps, row)),
        ...next,
        total: await repository.countRequests(db, accountId, { formId }),
      };
    },
  );

  route(app, deps, makeRequestPin, async ({ caller, params, body }) =>
    service.makeRequestPin(deps, caller.accountId, params.externalRequestKey, body),
  );

  route(app, deps, getReturnHosts, async ({ caller }) => ({
    hosts: await accounts.listReturnHosts(db, caller.accountId),
  }));

  route(app, deps, setReturnHosts, async ({ caller, body }) => {
    await accounts.setReturnHosts(deps, caller.accountId, body.hosts);
    return body;
  });
}

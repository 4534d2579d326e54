import type { FastifyInstance } from 'fastify';
import {
  getBusinessForm,
  listBusinessForms,
  previewBusinessForm,
} from '#schemas/forms/businessForms.ts';
import type { HasSecondFactor } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import * as service from './service.ts';

export function registerBusinessFormRoutes(
  app: FastifyInstance,
  deps: Deps,
  hasSecondFactor: HasSecondFactor,
): void {
  const onlooker = (caller: UserCaller, { acc }: { acc: string }) => ({
    userId: getClient(caller, acc).userId,
    accountId: acc,
    hasSecondFactor,
  });

  route(app, deps, listBusinessForms, async ({ caller, params, query }) =>
    service.listForms(deps, onlooker(caller, params), query),
  );

  route(app, deps, getBusinessForm, async ({ caller, params, query }) =>
    service.readForm(deps, onlooker(caller, params), params.formId, query.revision),
  );

  route(app, deps, previewBusinessForm, async ({ caller, params }) =>
    service.previewForm(deps, onlooker(caller, params), params.formId),
  );
}

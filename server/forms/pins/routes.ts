import type { FastifyInstance } from 'fastify';
import { makeFormPin, removeFormPin } from '#schemas/forms/pins.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import * as service from './service.ts';

export function registerPinRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, makeFormPin, async ({ caller, params, body }) => {
    const { id } = await getOwnForm(deps, caller.accountId, params.formId);
    return service.createPin(deps, service.getFormSubject(id), body);
  });

  route(app, deps, removeFormPin, async ({ caller, params }) => {
    const { id } = await getOwnForm(deps, caller.accountId, params.formId);
    return { removed: await service.removePin(deps, service.getFormSubject(id)) };
  });
}

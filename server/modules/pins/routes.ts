import type { FastifyInstance } from 'fastify';
import { makeFormPin, removeFormPin } from '#schemas/pins.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { ownForm } from '#server/modules/providerForms/service.ts';
import * as service from './service.ts';

export function registerPinRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, makeFormPin, async ({ caller, params, body }) => {
    const { id } = await ownForm(deps, caller.accountId, params.formId);
    return service.makePin(deps, service.pinOfForm(id), body);
  });

  route(app, deps, removeFormPin, async ({ caller, params }) => {
    const { id } = await ownForm(deps, caller.accountId, params.formId);
    return { removed: await service.removePin(deps, service.pinOfForm(id)) };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#schemas/access/ownDetails.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as contacts from './contacts.ts';
import * as service from './service.ts';

export function registerOwnDetailsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getOwnDetails, async ({ caller, params }) => {
    checkOwnUser(caller, params.userId);
    return service.getOwnDetails(deps, caller.userId);
  });

  route(app, deps, calls.changeOwnDetails, async ({ caller, params, body }) => {
    checkOwnUser(caller, params.userId);
    return service.changeOwnDetails(deps, caller, body);
  });

  registerContactRoutes(app, deps);
}

function registerContactRoutes(app: FastifyInstance, deps: Deps): void {
  const readCall = (request: FastifyRequest, idempotencyKey: string | undefined) => ({
    language: getLanguage(request),
    log: request.log,
    idempotencyKey,
  });

  route(app, deps, calls.startEmailChange, async (call) => {
    const { caller, params, body, request, idempotencyKey } = call;
    checkOwnUser(caller, params.userId);
    const wanted = { value: body.email, password: body.password };
    return contacts.startChange(deps, caller, 'email', wanted, readCall(request, idempotencyKey));
  });

  route(app, deps, calls.startMobileChange, async (call) => {
    const { caller, params, body, request, idempotencyKey } = call;
    checkOwnUser(caller, params.userId);
    const wanted = { value: body.mobile, password: body.password };
    return contacts.startChange(deps, caller, 'mobile', wanted, readCall(request, idempotencyKey));
  });

  route(app, deps, calls.confirmEmailChange, async (call) => {
    const { caller, params, body, request, idempotencyKey } = call;
    checkOwnUser(caller, params.userId);
    const asked = readCall(request, idempotencyKey);
    return contacts.confirmChange(deps, caller, 'email', body.code, asked);
  });

  route(app, deps, calls.confirmMobileChange, async (call) => {
    const { caller, params, body, request, idempotencyKey } = call;
    checkOwnUser(caller, params.userId);
    const asked = readCall(request, idempotencyKey);
    return contacts.confirmChange(deps, caller, 'mobile', body.code, asked);
  });
}

import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endSession, listSessions, login, logout, refreshSession } from '#schemas/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { languageOf } from '#server/http/texts.ts';
import { assertPassword } from '#server/modules/credentials/service.ts';
import * as service from './service.ts';

export function registerSessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, login, ({ body, request, reply }) => service.login(deps, reply, request, body));

  route(app, deps, refreshSession, ({ body, request, reply }) => service.refreshSession(deps, reply, request, body.kind));

  route(app, deps, logout, async ({ body, request, reply }) => ({ ended: await service.logout(deps, reply, request, body.kind) }));

  route(app, deps, listSessions, async ({ caller, params }) => {
    checkOwnUser(caller, params.userId);
    return { sessions: await service.listSessions(deps, caller.userId, caller.sessionId) };
  });

  route(app, deps, endSession, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    await assertPassword(deps, caller.userId, body.password, languageOf(request.headers['accept-language']));
    return service.endSession(deps, caller.userId, params.sessionId, idempotencyKey);
  });

  route(app, deps, endOtherSessions, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    await assertPassword(deps, caller.userId, body.password, languageOf(request.headers['accept-language']));
    return { ended: await service.endSessionsOf(deps, caller.userId, caller.sessionId) };
  });
}

import type { FastifyInstance } from 'fastify';
import { listSessions, login, logout, refreshSession } from '#schemas/access/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import * as service from './service.ts';

export function registerSessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, login, ({ body, request, reply }) => service.login(deps, reply, request, body));

  route(app, deps, refreshSession, ({ body, request, reply }) =>
    service.refreshSession(deps, reply, request, body.kind),
  );

  route(app, deps, logout, async ({ body, request, reply }) => ({
    ended: await service.logout(deps, reply, request, body.kind),
  }));

  route(app, deps, listSessions, async ({ caller, params }) => {
    checkOwnUser(caller, params.userId);
    return { sessions: await service.listSessions(deps, caller.userId, caller.sessionId) };
  });
}

import type { FastifyInstance } from 'fastify';
import {
  checkUsername,
  createUser,
  disableUser,
  enableUser,
  getInvitation,
  getRegistrationWizard,
  getUser,
  getUserTask,
  inviteUser,
  listUsers,
  registerUser,
  revokeInvitations,
  startRegistration,
} from '#schemas/access/users.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as clients from './clients.ts';
import * as invitations from './invitations.ts';
import * as repository from './repository.ts';
import * as registration from './registration.ts';

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, createUser, async ({ caller, body, request, idempotencyKey }) =>
    clients.createUser(
      deps,
      { accountId: caller.accountId, language: getLanguage(request) },
      body,
      idempotencyKey,
    ),
  );

  route(
    app,
    deps,
    listUsers,
    async ({ caller, query: { cursor, limit = listLimits.pageSize } }) => {
      const found = await repository.listClients(
        deps.db,
        caller.accountId,
        limit,
        cursor ? decodeCursor(cursor) : undefined,
      );
      const { rows, ...next } = toPage(found, limit, ({ knownSince, id }) => ({
        at: knownSince,
        id,
      }));
      return { items: rows.map(clients.presentUser), ...next };
    },
  );

  route(app, deps, getUser, async ({ caller, params }) =>
    clients.presentUser(await clients.getOwnClient(deps, caller.accountId, params.userId)),
  );

  route(app, deps, disableUser, async ({ caller, params }) =>
    clients.setAccess(deps, caller.accountId, params.userId, 1),
  );

  route(app, deps, enableUser, async ({ caller, params }) =>
    clients.setAccess(deps, caller.accountId, params.userId, 0),
  );

  route(app, deps, inviteUser, async ({ caller, params, body, request, idempotencyKey }) =>
    invitations.inviteUser(
      deps,
      { accountId: caller.accountId, language: getLanguage(request) },
      params.userId,
      body,
      idempotencyKey,
    ),
  );

  route(app, deps, revokeInvitations, async ({ caller, params }) => ({
    revoked: await invitations.revokeInvitations(deps, caller.accountId, params.userId),
  }));
}

export function registerUserRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);

  route(app, deps, getInvitation, async ({ params }) =>
    invitations.describeInvitation(deps, params.hashUserKey),
  );

  route(app, deps, getRegistrationWizard, async ({ caller, params }) =>
    registration.openWizard(deps, caller, params.hashUserKey),
  );

  route(app, deps, checkUsername, async ({ caller, params, request }) => {
    checkOwnUser(caller, params.userId);
    return registration.checkUsername(deps, caller, params.username, getLanguage(request));
  });

  route(app, deps, startRegistration, async ({ caller, params }) => ({
    asyncTaskKey: await registration.getTask(deps, caller, params.acc, params.key),
  }));

  route(app, deps, registerUser, async ({ caller, params, body, request }) =>
    registration.registerUser(deps, request, caller, params, body),
  );

  route(app, deps, getUserTask, async ({ caller, params, reply }) => {
    if (!(await registration.isTaskDone(deps, caller, params.id))) reply.code(204);
    return { isCompleted: true as const };
  });
}

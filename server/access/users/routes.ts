import type { FastifyInstance } from 'fastify';
import {
  changeUser,
  countUsers,
  createUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
} from '#schemas/access/clients.ts';
import {
  checkUsername,
  getInvitation,
  getRegistrationWizard,
  getUserTask,
  inviteUser,
  joinInvitation,
  registerUser,
  revokeInvitations,
  startRegistration,
} from '#schemas/access/users.ts';
import { inviteEmployee } from '#schemas/access/staffInvitations.ts';
import { assertMayChangePerson } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { countClients, listClients } from './clientSearch.ts';
import * as clients from './clients.ts';
import * as invitations from './invitations.ts';
import * as joining from './joining.ts';
import { presentUser } from './presentUser.ts';
import * as staffInvitations from './staffInvitations.ts';
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

  route(app, deps, listUsers, async ({ caller, query, request }) =>
    listClients(deps, { ...caller, language: getLanguage(request) }, query),
  );

  route(app, deps, countUsers, async ({ caller }) => countClients(deps, caller.accountId));

  route(app, deps, getUser, async ({ caller, params }) =>
    presentUser(deps, await clients.getOwnClient(deps, caller.accountId, params.userId)),
  );

  route(app, deps, changeUser, async ({ caller, params, body, request, ifMatch }) => {
    const { accountId } = caller;
    const { userId } = params;
    const actor = { ...caller, language: getLanguage(request) };
    await clients.changeUser(deps, actor, userId, body, { ifMatch });
    return presentUser(deps, await clients.getOwnClient(deps, accountId, userId));
  });

  route(app, deps, disableUser, async ({ caller, params, request }) => {
    const actor = { ...caller, language: getLanguage(request) };
    return clients.setAccess(deps, actor, params.userId, 1);
  });

  route(app, deps, enableUser, async ({ caller, params, request }) => {
    const actor = { ...caller, language: getLanguage(request) };
    return clients.setAccess(deps, actor, params.userId, 0);
  });
}

function registerInvitationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, inviteUser, async ({ caller, params, body, request, idempotencyKey }) => {
    await assertMayChangePerson(deps.db, caller, params.userId);
    return invitations.inviteUser(
      deps,
      { accountId: caller.accountId, language: getLanguage(request) },
      params.userId,
      body,
      idempotencyKey,
    );
  });

  route(app, deps, inviteEmployee, async ({ caller, body, request, idempotencyKey }) =>
    staffInvitations.inviteEmployee(
      deps,
      { ...caller, language: getLanguage(request) },
      body,
      idempotencyKey,
    ),
  );

  route(app, deps, revokeInvitations, async ({ caller, params }) => {
    await assertMayChangePerson(deps.db, caller, params.userId);
    return { revoked: await invitations.revokeInvitations(deps, caller.accountId, params.userId) };
  });
}

export function registerUserRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);
  registerInvitationRoutes(app, deps);

  route(app, deps, getInvitation, async ({ params, request }) =>
    invitations.describeInvitation(deps, params.hashUserKey, getLanguage(request)),
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

  route(app, deps, joinInvitation, async ({ caller, params, body, request }) =>
    joining.joinInvitation(deps, caller, params.hashUserKey, body, getLanguage(request)),
  );

  route(app, deps, getUserTask, async ({ caller, params, reply }) => {
    if (!(await registration.isTaskDone(deps, caller, params.id))) reply.code(204);
    return { isCompleted: true as const };
  });
}

import type { FastifyInstance } from 'fastify';
import {
  addPasskey,
  confirmTotp,
  getSecondFactor,
  giveSecondFactor,
  loginByPasskey,
  removePasskey,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startPasskeyLogin,
  startTotp,
} from '#schemas/access/secondFactor.ts';
import type { Deps } from '#server/deps.ts';
import { assertMayChangePerson } from '#server/accounts/staff/service.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { getOwnClient } from '#server/access/users/service.ts';
import * as login from './login.ts';
import * as passkeyLogin from './passkeyLogin.ts';
import * as passkeys from './passkeys.ts';
import * as service from './service.ts';

export function registerSecondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  registerLoginRoutes(app, deps);
  registerTotpRoutes(app, deps);
  registerPasskeyRoutes(app, deps);
}

function registerLoginRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, giveSecondFactor, ({ body, request, reply, idempotencyKey }) =>
    login.giveCode(deps, reply, request, body, idempotencyKey),
  );

  route(app, deps, startPasskeyLogin, async ({ body }) => ({
    options: await passkeyLogin.startLogin(deps, body.challenge),
  }));

  route(app, deps, loginByPasskey, ({ body, request, reply, idempotencyKey }) =>
    passkeyLogin.login(deps, reply, request, body, idempotencyKey),
  );
}

function registerTotpRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getSecondFactor, async ({ caller, params }) => {
    checkOwnUser(caller, params.userId);
    return service.describeSecondFactor(deps, caller.userId);
  });

  route(app, deps, startTotp, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    const { secret, uri, setup } = await service.startTotp(
      deps,
      caller.userId,
      body.password,
      getLanguage(request),
    );
    return { secret, uri, setup };
  });

  route(app, deps, confirmTotp, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return service.confirmTotp(deps, caller, body, {
      language: getLanguage(request),
      idempotencyKey,
    });
  });

  route(app, deps, removeTotp, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return service.removeTotp(deps, caller.userId, body.password, {
      language: getLanguage(request),
      idempotencyKey,
    });
  });
}

function registerPasskeyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, startPasskey, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    return {
      options: await passkeys.startPasskey(
        deps,
        caller.userId,
        body.password,
        getLanguage(request),
      ),
    };
  });

  route(app, deps, addPasskey, async ({ caller, params, body, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return passkeys.addPasskey(deps, caller, body, idempotencyKey);
  });

  route(app, deps, removePasskey, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return passkeys.removePasskey(deps, caller.userId, params.passkeyId, body.password, {
      language: getLanguage(request),
      idempotencyKey,
    });
  });

  route(
    app,
    deps,
    renewRecoveryCodes,
    async ({ caller, params, body, request, idempotencyKey }) => {
      checkOwnUser(caller, params.userId);
      return service.renewRecoveryCodes(deps, caller, body.password, {
        language: getLanguage(request),
        idempotencyKey,
      });
    },
  );

  route(app, deps, removeSecondFactor, async ({ caller, params }) => {
    await assertMayChangePerson(deps.db, caller, params.userId);
    await getOwnClient(deps, caller.accountId, params.userId);
    return { removed: await service.removeAll(deps, params.userId) };
  });
}

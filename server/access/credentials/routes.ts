import type { FastifyInstance } from 'fastify';
import {
  changePassword,
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
} from '#schemas/access/credentials.ts';
import { endOtherSessions, endSession } from '#schemas/access/sessions.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import * as sessions from '#server/access/sessions/service.ts';
import * as change from './change.ts';
import { storeRequest } from './requests.ts';
import * as reset from './reset.ts';

export function registerCredentialRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sendUsername, async ({ body, request }) => {
    const isAddress = formats['email']?.(body.email.trim());
    if (!isAddress)
      throw createProblem('invalidInput', {
        '/email': getTexts(getLanguage(request))('EmailValidation', {}),
      });
    await storeRequest(deps, 'username', body.email);
    return { sent: true } as const;
  });

  route(app, deps, sendPasswordLink, async ({ body }) => {
    await storeRequest(deps, 'password', body.username);
    return { sent: true } as const;
  });

  route(app, deps, getPasswordReset, async ({ params }) => ({
    username: await reset.getUsernameOfLink(deps, params.passwordKey),
  }));

  route(app, deps, resetPassword, async ({ params, body, request, idempotencyKey }) =>
    reset.resetPassword(deps, params.passwordKey, body.password, {
      language: getLanguage(request),
      idempotencyKey,
    }),
  );

  route(app, deps, changePassword, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return change.changePassword(deps, caller, body, {
      language: getLanguage(request),
      idempotencyKey,
    });
  });

  // Registered here, because sessions do not know passwords.
  route(app, deps, endSession, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    await change.assertPassword(deps, caller.userId, body.password, getLanguage(request));
    return sessions.endSession(deps, caller.userId, params.sessionId, idempotencyKey);
  });

  route(app, deps, endOtherSessions, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    await change.assertPassword(deps, caller.userId, body.password, getLanguage(request));
    return { ended: await sessions.endSessions(deps, caller.userId, caller.sessionId) };
  });
}

import type { FastifyInstance } from 'fastify';
import {
  changePassword,
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
} from '#schemas/credentials.ts';
import { endOtherSessions, endSession } from '#schemas/sessions.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import * as sessions from '#server/modules/sessions/service.ts';
import * as change from './change.ts';
import { ask } from './requests.ts';
import * as reset from './reset.ts';

export function registerCredentialRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sendUsername, async ({ body, request }) => {
    const isAddress = formats['email']?.(body.email.trim());
    if (!isAddress)
      throw problem('invalidInput', {
        '/email': textsIn(languageOf(request))('EmailValidation', {}),
      });
    await ask(deps, 'username', body.email);
    return { sent: true } as const;
  });

  route(app, deps, sendPasswordLink, async ({ body }) => {
    await ask(deps, 'password', body.username);
    return { sent: true } as const;
  });

  route(app, deps, getPasswordReset, async ({ params }) => ({
    username: await reset.usernameOfLink(deps, params.passwordKey),
  }));

  route(app, deps, resetPassword, async ({ params, body, request, idempotencyKey }) =>
    reset.resetPassword(deps, params.passwordKey, body.password, {
      language: languageOf(request),
      idempotencyKey,
    }),
  );

  route(app, deps, changePassword, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return change.changePassword(deps, caller, body, {
      language: languageOf(request),
      idempotencyKey,
    });
  });

  // Here and not with the sessions: these know no password.
  route(app, deps, endSession, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    await change.assertPassword(deps, caller.userId, body.password, languageOf(request));
    return sessions.endSession(deps, caller.userId, params.sessionId, idempotencyKey);
  });

  route(app, deps, endOtherSessions, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    await change.assertPassword(deps, caller.userId, body.password, languageOf(request));
    return { ended: await sessions.endSessionsOf(deps, caller.userId, caller.sessionId) };
  });
}

import type { FastifyInstance } from 'fastify';
import { changePassword, getPasswordReset, resetPassword, sendPasswordLink, sendUsername } from '#schemas/credentials.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import * as change from './change.ts';
import { ask } from './requests.ts';
import * as reset from './reset.ts';

export function registerCredentialRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sendUsername, async ({ body, request }) => {
    const isAddress = formats['email']?.(body.email.trim());
    if (!isAddress) throw problem('invalidInput', { '/email': textsIn(languageOf(request.headers['accept-language']))('EmailValidation', {}) });
    await ask(deps, 'username', body.email);
    return { sent: true } as const;
  });

  route(app, deps, sendPasswordLink, async ({ body }) => {
    await ask(deps, 'password', body.username);
    return { sent: true } as const;
  });

  route(app, deps, getPasswordReset, async ({ params }) => ({ username: await reset.usernameOfLink(deps, params.passwordKey) }));

  route(app, deps, resetPassword, async ({ params, body, request, idempotencyKey }) =>
    reset.resetPassword(deps, params.passwordKey, body.password, { language: languageOf(request.headers['accept-language']), idempotencyKey }));

  route(app, deps, changePassword, async ({ caller, params, body, request, idempotencyKey }) => {
    checkOwnUser(caller, params.userId);
    return change.changePassword(deps, caller, body, { language: languageOf(request.headers['accept-language']), idempotencyKey });
  });
}

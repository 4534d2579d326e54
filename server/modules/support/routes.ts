import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '#schemas/common.ts';
import { sendSupportRequest } from '#schemas/support.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { answerOnce } from '#server/http/repeats.ts';
import { route } from '#server/http/route.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import { accountOf } from '#server/modules/accounts/service.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';

export function registerSupportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sendSupportRequest, async ({ caller, params, body, idempotencyKey, request }) => {
    const { email, description } = body.payload;
    if (body.accountId !== params.acc) throw problem('notFound');
    const ask = textsIn(languageOf(request.headers['accept-language']));
    if (!formats['email']?.(email)) throw problem('invalidInput', { '/payload/email': ask('EmailValidation', {}) });
    if (description.trim() === '') throw problem('invalidInput', { '/payload/description': ask('DescriptionNotEmpty', {}) });
    const { name: account } = await accountOf(deps.db, { accountId: params.acc });
    const text = textsIn(defaultLanguage);
    const mail = {
      accountId: null, language: defaultLanguage, to: { email: deps.config.supportEmail, name: text('mail.support.team', {}) }, replyTo: email,
      content: { subject: text('mail.support.subject', {}), paragraphs: [text('mail.support.from', { email, account }), description] },
    };
    return answerOnce<{ sent: true }>(deps, { of: `support:${caller.userId}`, idempotencyKey, body }, (keep) => deps.db.transaction().execute(async (db) => {
      await enqueueMail(deps, db, mail);
      return keep(db, { sent: true });
    }));
  });
}

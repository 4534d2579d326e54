import { defaultLanguage, type Language } from '#schemas/common.ts';
import type { SupportRequest } from '#schemas/support.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { answerOnce } from '#server/http/repeats.ts';
import { textsIn } from '#server/http/texts.ts';
import { accountOf } from '#server/modules/accounts/service.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';

/** Mails a client's question to support, once. Throws `invalidInput` for what nobody could answer. */
export async function askSupport(
  deps: Deps,
  { userId, accountId }: { userId: string; accountId: string },
  payload: SupportRequest,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<{ sent: true }> {
  const { email, description } = payload;
  const ask = textsIn(language);
  if (!formats['email']?.(email))
    throw problem('invalidInput', { '/payload/email': ask('EmailValidation', {}) });
  if (description.trim() === '')
    throw problem('invalidInput', { '/payload/description': ask('DescriptionNotEmpty', {}) });
  const { name: account } = await accountOf(deps.db, { accountId });
  const text = textsIn(defaultLanguage);
  const mail = {
    accountId: null,
    language: defaultLanguage,
    to: { email: deps.config.supportEmail, name: text('mail.support.team', {}) },
    replyTo: email,
    content: {
      subject: text('mail.support.subject', {}),
      paragraphs: [text('mail.support.from', { email, account }), description],
    },
  };
  return answerOnce<{ sent: true }>(
    deps,
    { of: `support:${userId}`, idempotencyKey, body: { accountId, payload } },
    (keep) =>
      deps.db.transaction().execute(async (db) => {
        await enqueueMail(deps, db, mail);
        return keep(db, { sent: true });
      }),
  );
}

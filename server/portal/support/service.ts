import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import type { SupportRequest } from '#schemas/portal/support.ts';
import { isBlankText } from '#schemas/platform/plainText.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { inTransaction } from '#server/db/transaction.ts';

type Sent = { sent: true };

/**
 * Mails a client's question to support; a retry sends nothing. Throws `invalidInput` for an
 * invalid sender address and for an empty description.
 */
export async function askSupport(
  deps: Deps,
  { userId, accountId }: { userId: string; accountId: string },
  payload: SupportRequest,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<Sent> {
  const { email, description } = payload;
  const ask = getTexts(language);
  if (!formats['email']?.(email))
    throw createProblem('invalidInput', { '/payload/email': ask('EmailValidation', {}) });
  if (isBlankText(description))
    throw createProblem('invalidInput', { '/payload/description': ask('DescriptionNotEmpty', {}) });
  const { name: account } = await getAccount(deps.db, { accountId });
  const text = getTexts(defaultLanguage);
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
  const key = { scope: `support:${userId}`, idempotencyKey };
  const body = { accountId, payload };
  const replay = await idempotency.findResponse<Sent>(deps, key, body);
  if (replay) return replay;
  return inTransaction(deps.db, async (db) => {
    await enqueueMail(deps, db, mail);
    return idempotency.storeResponse<Sent>({ ...deps, db }, key, body, { sent: true });
  }).catch((error: unknown) => idempotency.findAfterRace<Sent>(deps, key, body, error));
}

import { formatPersonName } from '#schemas/platform/personName.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import type { Registered } from '#server/access/credentials/service.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';

/** Events of a second factor with the texts of their mails. */
const changes = {
  totpOn: { subject: 'mail.secondFactor.totpOn.subject', text: 'mail.secondFactor.totpOn.text' },
  totpOff: { subject: 'mail.secondFactor.totpOff.subject', text: 'mail.secondFactor.totpOff.text' },
  passkeyOn: {
    subject: 'mail.secondFactor.passkeyOn.subject',
    text: 'mail.secondFactor.passkeyOn.text',
  },
  passkeyOff: {
    subject: 'mail.secondFactor.passkeyOff.subject',
    text: 'mail.secondFactor.passkeyOff.text',
  },
  codesRenewed: {
    subject: 'mail.secondFactor.codesRenewed.subject',
    text: 'mail.secondFactor.codesRenewed.text',
  },
  codeUsed: {
    subject: 'mail.secondFactor.codeUsed.subject',
    text: 'mail.secondFactor.codeUsed.text',
  },
  removed: {
    subject: 'mail.secondFactor.removed.subject',
    text: 'mail.secondFactor.removed.text',
    notYou: 'mail.secondFactor.notAsked',
  },
};

export type Notice = keyof typeof changes;

/** Mails the user a notice about their second factor, so that they notice a theft. */
export async function notify(
  deps: Deps,
  db: Db,
  { id: userId, accountId, language, email, firstName, lastName }: Registered,
  change: Notice,
  values: Record<string, number> = {},
): Promise<void> {
  const text = getTexts(language);
  const {
    subject,
    text: what,
    notYou,
  } = { notYou: 'mail.secondFactor.notYou', ...changes[change] };
  const content = {
    subject: text(subject, {}),
    paragraphs: [text(what, values), text(notYou, {})],
  };
  await enqueueMail(deps, db, {
    accountId,
    userId,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    content,
  });
}

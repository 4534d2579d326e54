import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { textsIn } from '#server/http/texts.ts';
import type { Registered } from '#server/modules/credentials/service.ts';
import { enqueueMail } from '#server/modules/outbox/service.ts';

/** What can become of it, with the texts that tell of it. */
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

/** Tells a user what became of their second factor: whoever did not do it themselves learns of it. */
export async function notify(
  deps: Deps,
  db: Db,
  { accountId, language, email, firstName, lastName }: Registered,
  change: Notice,
  values: Record<string, number> = {},
): Promise<void> {
  const text = textsIn(language);
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
    language,
    to: { email, name: `${firstName} ${lastName}` },
    content,
  });
}

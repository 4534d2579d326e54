import { formatPersonName } from '#schemas/platform/personName.ts';
import type { Db, MembershipRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { getLoginEmail, type Client } from '#server/access/users/service.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';

const texts = {
  client: 'mail.relationEnded.byClient',
  provider: 'mail.relationEnded.byProvider',
} as const;

/** Queues a mail to a registered client about the end of the relation to an account. */
export async function mailEnd(
  deps: Deps,
  db: Db,
  client: Client,
  endedBy: NonNullable<MembershipRow['endedBy']>,
): Promise<void> {
  const { accountId, status, language, firstName, lastName } = client;
  if (status === 0) return;
  const text = getTexts(language);
  const { name } = await getAccount(db, { accountId });
  await enqueueMail(deps, db, {
    accountId,
    userId: client.id,
    language,
    to: { email: await getLoginEmail(db, client), name: formatPersonName({ firstName, lastName }) },
    content: {
      subject: text('mail.relationEnded.subject', { name }),
      paragraphs: [text(texts[endedBy], { name }), text('mail.relationEnded.text', {})],
      closing: endedBy === 'client' ? [text('mail.contactChanged.notYou', { name })] : [],
    },
  });
}

import { credentialLimits } from '#schemas/access/limits.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { ContactChangeRow, Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import type { Registered } from '#server/access/credentials/service.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { enqueueMail, enqueueSms } from '#server/mail/mailOutbox/service.ts';

type NewCode = { to: string; code: string; goodUntil: string };

const minutes = credentialLimits.contactCodeMinutes;

/** The name of the account that the mails of a login belong to, else that of the portal. */
const getSenderName = async (db: Db, { accountId, language }: Registered): Promise<string> =>
  accountId === null
    ? getTexts(language)('mail.portal', {})
    : (await getAccount(db, { accountId })).name;

/** Queues the mail with the code for a new address. */
export async function mailCode(
  deps: Deps,
  db: Db,
  login: Registered,
  { to, code, goodUntil }: NewCode,
): Promise<void> {
  const { accountId, language, firstName, lastName } = login;
  const text = getTexts(language);
  const name = await getSenderName(db, login);
  await enqueueMail(deps, db, {
    accountId,
    userId: login.id,
    language,
    to: { email: to, name: formatPersonName({ firstName, lastName }) },
    goodUntil,
    content: {
      subject: text('mail.contactCode.subject', { name }),
      paragraphs: [text('mail.contactCode.text', { name })],
      code,
      closing: [text('mail.contactCode.valid', { minutes }), text('mail.notAsked', {})],
    },
  });
}

/** Queues the SMS with the code for a new number, with the line that a phone fills it in by. */
export async function sendCode(
  deps: Deps,
  db: Db,
  login: Registered,
  { to, code, goodUntil }: NewCode,
): Promise<void> {
  const { accountId, language } = login;
  const name = await getSenderName(db, login);
  const text = getTexts(language)('sms.contactCode', { code, name, minutes });
  await enqueueSms(deps, db, {
    accountId,
    userId: login.id,
    language,
    to,
    goodUntil,
    text: `${text}\n\n@${new URL(deps.config.publicUrl).hostname} #${code}`,
  });
}

const notices = {
  email: { subject: 'mail.emailChanged.subject', text: 'mail.emailChanged.text' },
  mobile: { subject: 'mail.mobileChanged.subject', text: 'mail.mobileChanged.text' },
} as const;

/** Queues a notice to the address of the login before a change, so that a theft is noticed. */
export async function mailNotice(
  deps: Deps,
  db: Db,
  login: Registered,
  kind: ContactChangeRow['kind'],
): Promise<void> {
  const { accountId, language, email, firstName, lastName } = login;
  const text = getTexts(language);
  const name = await getSenderName(db, login);
  await enqueueMail(deps, db, {
    accountId,
    userId: login.id,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    content: {
      subject: text(notices[kind].subject, {}),
      paragraphs: [text(notices[kind].text, {}), text('mail.contactChanged.notYou', { name })],
    },
  });
}

import type { UserChange } from '#schemas/access/clients.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { getLoginEmail, type Client } from './repository.ts';

/** Fields of a registered client that a provider may change and the client is to know of. */
const fieldTexts = {
  salutation: 'mail.dataChanged.salutation',
  firstName: 'mail.dataChanged.firstName',
  lastName: 'mail.dataChanged.lastName',
  language: 'mail.dataChanged.language',
  email: 'mail.dataChanged.email',
  mobile: 'mail.dataChanged.mobile',
} as const;
const fields = Object.keys(fieldTexts) as (keyof typeof fieldTexts)[];

/** Lists the address of the login, and of a changed address the one before and the new one. */
async function listAddresses(
  db: Db,
  before: Client,
  client: Client,
  named: readonly (keyof UserChange)[],
): Promise<string[]> {
  const changed = named.includes('email') ? [before.email, client.email] : [];
  const all = [await getLoginEmail(db, client), ...changed];
  return [...new Map(all.map((email) => [buildEmailKey(email), email])).values()];
}

/**
 * Reports to a registered client which fields the provider has changed, in the caller's
 * transaction: by mail and to their open pages, both without the values. An invited client gets
 * nothing.
 */
export async function notifyOfChange(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  { before, client }: { before: Client; client: Client },
  changed: readonly (keyof UserChange)[],
): Promise<void> {
  const { accountId, status, isDisabled, language, firstName, lastName } = client;
  const named = fields.filter((field) => changed.includes(field));
  if (status === 0 || isDisabled === 1 || named.length === 0) return;
  const text = getTexts(language);
  const { name } = await getAccount(db, { accountId });
  const content = {
    subject: text('mail.dataChanged.subject', { name }),
    paragraphs: [
      text('mail.dataChanged.text', { name }),
      named.map((field) => text(fieldTexts[field], {})).join('\n'),
      text('mail.dataChanged.advice', { name }),
    ],
  };
  for (const email of await listAddresses(db, before, client, named))
    await enqueueMail(deps, db, {
      accountId,
      userId: client.id,
      language,
      to: { email, name: formatPersonName({ firstName, lastName }) },
      content,
    });
  queueEvent([client.id], {
    type: 'detailsChanged',
    accountId,
    akteIdHash: null,
    folderId: null,
    messageId: null,
  });
}

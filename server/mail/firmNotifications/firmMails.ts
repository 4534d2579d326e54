import { firmNewsKinds, type FirmNewsKind } from '#schemas/mail/firmNotifications.ts';
import type { Language } from '#schemas/platform/common.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import type { MailContent } from '#server/mail/mailOutbox/service.ts';
import { getTexts } from '#server/texts.ts';

type Account = { id: string; name: string };

const countTexts = {
  message: 'mail.firm.message',
  task: 'mail.firm.task',
  submission: 'mail.firm.submission',
  file: 'mail.firm.file',
  client: 'mail.firm.client',
} as const;

/** The page of the staff that lists the news of a kind. */
const newsPages = {
  message: webAddresses.firmCases,
  task: webAddresses.inbox,
  submission: webAddresses.inbox,
  file: webAddresses.inbox,
  client: webAddresses.firmClients,
} as const satisfies Record<FirmNewsKind, (accountId: string) => string>;

/** Returns the page that lists all these news, or the inbox if there is none. */
function findNewsPage(kinds: readonly FirmNewsKind[], accountId: string): string {
  const pages = new Set(kinds.map((kind) => newsPages[kind](accountId)));
  const [page] = pages;
  return page && pages.size === 1 ? page : webAddresses.inbox(accountId);
}

/** Writes how many news there are of each kind, and nothing that is in them. */
export function buildFirmNews(
  { config }: Deps,
  { id, name }: Account,
  kinds: readonly FirmNewsKind[],
  language: Language,
): MailContent {
  const text = getTexts(language);
  const lines = firmNewsKinds
    .map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => text(countTexts[kind], { count }));
  return {
    subject: text('mail.firm.subject', { name }),
    paragraphs: [text('mail.firm.text', { name }), lines.join('\n')],
    link: { label: text('mail.news.label', {}), url: config.publicUrl + findNewsPage(kinds, id) },
  };
}

/** Writes that a webhook was turned off. Its path is left out, because it may contain a secret. */
export function buildWebhookEnd(
  url: string,
  reason: 'failing' | 'gone',
  language: Language,
): MailContent {
  const text = getTexts(language);
  return {
    subject: text('mail.webhook.subject', {}),
    paragraphs: [text('mail.webhook.text', { host: new URL(url).host, reason })],
  };
}

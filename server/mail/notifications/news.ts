import type { Language } from '#schemas/platform/common.ts';
import { notificationKinds, type NotificationKind } from '#schemas/mail/notifications.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { PushMessage } from '#schemas/mail/push.ts';
import type { NotificationRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { NewMail } from '#server/mail/mailOutbox/service.ts';
import { formatDeadline, getTexts } from '#server/texts.ts';

/** News, and the deadline of a task. */
export type News = NotificationRow & { validUntil: string | null };
type Reader = { language: Language; account: { id: string; name: string }; userId: string };

const taskTexts = {
  task: {
    key: 'assigned',
    subject: 'mail.task.assigned.subject',
    text: 'mail.task.assigned.text',
  },
  deadline: {
    key: 'reminder',
    subject: 'mail.task.reminder.subject',
    text: 'mail.task.reminder.text',
  },
} as const;
type TaskKind = keyof typeof taskTexts;

/** Builds the prefix of the `onceKey` of mails about one task. */
export const buildTaskKey = (kind: TaskKind, workflowKey: string): string =>
  `task:${workflowKey}:${taskTexts[kind].key}:`;

const isTaskKind = (kind: NotificationKind): kind is TaskKind => kind in taskTexts;

/** Returns the page with these news: of the task, the case, or all cases. */
function findPath(accountId: string, news: readonly News[]): string {
  const [only, ...more] = news;
  if (only && more.length === 0 && isTaskKind(only.kind))
    return webAddresses.task(only.caseId, accountId, only.itemId);
  const [caseId, ...others] = new Set(news.map((each) => each.caseId));
  return caseId !== undefined && others.length === 0 ? webAddresses.case(caseId, accountId) : '/';
}

/** Builds the message to a client's devices: the kind of the news, and the page to open. */
export function buildPush(
  { language }: Pick<Reader, 'language'>,
  accountId: string,
  news: readonly News[],
): Omit<PushMessage, 'tag'> {
  const [kind, ...others] = new Set(news.map((each) => each.kind));
  return {
    kind: kind !== undefined && others.length === 0 ? kind : 'news',
    language,
    path: findPath(accountId, news),
  };
}

type Built = Pick<NewMail, 'content' | 'goodUntil' | 'onceKey'>;

/** Writes about one task. A reminder's `onceKey` has the deadline, so a new one has its own. */
function buildTaskMail(
  { config }: Deps,
  { language, account: { id: accountId, name }, userId }: Reader,
  news: News,
  kind: TaskKind,
): Built {
  const { itemId, validUntil } = news;
  const text = getTexts(language);
  const until = validUntil === null ? [] : [formatDeadline(language, validUntil)];
  return {
    onceKey:
      buildTaskKey(kind, itemId) + (kind === 'deadline' ? `${validUntil}:${userId}` : userId),
    ...(validUntil === null ? {} : { goodUntil: validUntil }),
    content: {
      subject: text(taskTexts[kind].subject, { name }),
      paragraphs: [
        text(taskTexts[kind].text, { name }),
        ...until.map((at) => text('mail.task.validUntil', { at })),
      ],
      link: {
        label: text('mail.task.label', {}),
        url: config.publicUrl + findPath(accountId, [news]),
      },
    },
  };
}

const countTexts = {
  message: 'mail.news.message',
  file: 'mail.news.file',
  task: 'mail.news.task',
  deadline: 'mail.news.deadline',
} as const;

/** Writes how many news there are of each kind, and nothing that is in them. */
function buildSummary(
  { config }: Deps,
  { language, account: { id: accountId, name } }: Reader,
  news: readonly News[],
): Built {
  const text = getTexts(language);
  const lines = notificationKinds
    .map((kind) => ({ kind, count: news.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => text(countTexts[kind], { count }));
  const path = findPath(accountId, news);
  return {
    content: {
      subject: text('mail.news.subject', { name }),
      paragraphs: [text('mail.news.text', { name }), lines.join('\n')],
      link: { label: text('mail.news.label', {}), url: config.publicUrl + path },
    },
  };
}

/** Writes the mail about a client's news, without data of a case. */
export function buildNews(
  deps: Deps,
  reader: Reader,
  news: readonly News[],
  { stopUrl }: { stopUrl: string },
): Built {
  const [only] = news;
  const built =
    only && news.length === 1 && isTaskKind(only.kind)
      ? buildTaskMail(deps, reader, only, only.kind)
      : buildSummary(deps, reader, news);
  const text = getTexts(reader.language);
  const stop = {
    label: text('mail.news.stop', { name: reader.account.name }),
    url: stopUrl,
  };
  return { ...built, content: { ...built.content, stop } };
}

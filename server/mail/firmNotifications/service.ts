import {
  firmNewsKinds,
  type FirmNewsKind,
  type FirmNotificationSettings,
} from '#schemas/mail/firmNotifications.ts';
import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import type { ProgramEvent } from '#schemas/events/programEvents.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { Db } from '#server/db/schema.ts';
import { isDue } from '#server/db/isDue.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import {
  findNewestSequence,
  listProgramEvents,
  numberAllEvents,
  numberEvents,
} from '#server/events/service.ts';
import { notificationLimits } from '#server/mail/limits.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { buildFirmNews, buildWebhookEnd } from './firmMails.ts';
import * as repository from './repository.ts';

/** Before the first settings nothing is mailed, because there is no address. */
export async function getFirmNotifications(
  { db }: Deps,
  accountId: string,
): Promise<FirmNotificationSettings> {
  const stored = await repository.findSettings(db, accountId);
  return stored
    ? { email: stored.email, kinds: stored.kinds }
    : { email: null, kinds: [...firmNewsKinds] };
}

export async function setFirmNotifications(
  deps: Deps,
  accountId: string,
  settings: FirmNotificationSettings,
): Promise<FirmNotificationSettings> {
  await numberEvents(deps.db, accountId);
  await inTransaction(deps.db, async (db) =>
    repository.storeSettings(
      db,
      {
        accountId,
        lastSequence: await findNewestSequence(db, accountId),
        checkAt: deps.clock.now().toISOString(),
      },
      settings,
    ),
  );
  return getFirmNotifications(deps, accountId);
}

/** Mails a new firm about all kinds of news, at the address of its first administrator. */
export const startFirmNotifications = (deps: Deps, accountId: string, email: string) =>
  setFirmNotifications(deps, accountId, { email, kinds: [...firmNewsKinds] });

type News = { kind: FirmNewsKind; workflowId: string | undefined; at: string };

function findKind({ type, data }: ProgramEvent, answered: ReadonlySet<string>) {
  if (type === 'task.answered') return 'task';
  if (type === 'file.rejected') return 'file';
  const isOfClient = type === 'client.changed' || type === 'client.ended';
  if (isOfClient && data.changedBy === 'client') return 'client';
  if (type === 'form.submitted' && !answered.has(data.submissionId ?? '')) return 'submission';
  return type === 'message.created' && data.userId !== undefined ? 'message' : undefined;
}

/** Picks the events that the firm wants to be mailed about. The answers of a task count once. */
function pickNews(events: readonly ProgramEvent[], kinds: readonly FirmNewsKind[]): News[] {
  const answered = new Set(
    events.flatMap(({ type, data }) =>
      type === 'task.answered' && data.submissionId !== undefined ? [data.submissionId] : [],
    ),
  );
  return events.flatMap((event) => {
    const kind = findKind(event, answered);
    const { timestamp, data } = event;
    return kind && kinds.includes(kind)
      ? [{ kind, workflowId: data.workflowId, at: timestamp }]
      : [];
  });
}

type Recipient = { email: string; name: string; language: Language };

/** Groups news by reader: the assignee of the task, else the firm. */
async function groupByReader(
  db: Db,
  { email, accountId }: repository.StoredSettings,
  name: string,
  news: readonly News[],
): Promise<{ to: Recipient; kinds: FirmNewsKind[] }[]> {
  const keys = news.flatMap(({ workflowId }) => (workflowId === undefined ? [] : [workflowId]));
  const assignees = new Map(
    (await repository.listAssignees(db, accountId, keys)).map((each) => [each.workflowKey, each]),
  );
  const groups = new Map<string, { to: Recipient; kinds: FirmNewsKind[] }>();
  for (const { kind, workflowId = '' } of news) {
    const assignee = assignees.get(workflowId);
    const address = assignee?.email ?? email;
    if (address === null) continue;
    const group = groups.get(address) ?? {
      to: {
        email: address,
        name: assignee ? formatPersonName(assignee) : name,
        language: assignee?.language ?? defaultLanguage,
      },
      kinds: [],
    };
    group.kinds.push(kind);
    groups.set(address, group);
  }
  return [...groups.values()];
}

/** Mails an account's news once the oldest has waited long enough for others. */
async function sendNews(deps: Deps, db: Db, accountId: string): Promise<void> {
  const settings = await repository.lockSettings(db, accountId);
  if (!settings) return;
  const { notificationMs } = deps.config;
  const now = deps.clock.now().toISOString();
  const events = await listProgramEvents(db, accountId, {
    after: settings.lastSequence,
    limit: notificationLimits.eventsAtOnce,
  });
  const last = events.at(-1);
  if (!last) return;
  const news = pickNews(events, settings.kinds);
  const [oldest] = news;
  const dueAt = oldest ? new Date(Date.parse(oldest.at) + notificationMs).toISOString() : now;
  if (!isDue(dueAt, now, notificationMs) && events.length < notificationLimits.eventsAtOnce)
    return repository.move(db, accountId, { checkAt: dueAt });
  await repository.move(db, accountId, { lastSequence: last.sequence });
  if (!oldest) return;
  const { name } = await getAccount(db, { accountId });
  for (const { to, kinds } of await groupByReader(db, settings, name, news))
    await enqueueMail(deps, db, {
      accountId,
      language: to.language,
      to,
      content: buildFirmNews(deps, { id: accountId, name }, kinds, to.language),
    });
}

/** Mails due news to firms. Several processes may run it at once. */
export async function sendFirmNotifications(deps: Deps): Promise<void> {
  await numberAllEvents(deps.db);
  for (const accountId of await repository.listBehind(
    deps.db,
    deps.clock.now().toISOString(),
    deps.config.notificationMs,
  ))
    await inTransaction(deps.db, (db) => sendNews(deps, db, accountId));
}

/** Mails the firm that a webhook was turned off, in the caller's transaction. */
export async function notifyWebhookEnd(
  deps: Deps,
  db: Db,
  { accountId, url }: { accountId: string; url: string },
  reason: 'failing' | 'gone',
): Promise<void> {
  const email = (await repository.findSettings(db, accountId))?.email;
  if (!email) return;
  const { name } = await getAccount(db, { accountId });
  await enqueueMail(deps, db, {
    accountId,
    language: defaultLanguage,
    to: { email, name },
    content: buildWebhookEnd(url, reason, defaultLanguage),
  });
}

import type { CaseRow, Db, MessageRow, StoredMessage } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { hashBody } from '#server/security/secrets.ts';
import * as cases from '#server/cases/cases/service.ts';
import { getNextInstant } from '#server/cases/sortKeys.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { notificationLimits } from '#server/mail/limits.ts';
import { queueNotifications } from '#server/mail/notifications/service.ts';
import { queueFirmCaseEvents } from '#server/accounts/staff/service.ts';
import { indexMessages } from '#server/cases/search/service.ts';
import * as storeRepository from './storeRepository.ts';

export type Draft = Pick<MessageRow, 'creatorName' | 'header' | 'text'> & {
  fileIds: readonly string[];
  labels?: readonly string[];
  belegdatum?: string;
  externalId?: string;
  /** true: no mail announces the message */
  isSilent?: boolean;
  /** the original date of an imported message; else now */
  writtenAt?: string;
};

/** Fields of the request, to tell a retry from another request with the same Idempotency-Key. */
export type Sent = Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId'> & {
  idempotencyKey: string | undefined;
  wanted: unknown;
};
/** State of the case before the message. */
export type Before = Pick<
  CaseRow,
  'accountId' | 'serviceAkte' | 'permissionToReply' | 'closedAt'
> & {
  /** sort key of the newest message of the case; '': there is none */ newest: string;
  /** newest sort key in the lists of the case's clients */ newestSeen: string;
  /** false if the requested folder does not exist */ hasFolder: boolean;
  clients: storeRepository.Client[];
};

/**
 * Returns the sort key of a new message: now, but later than the newest message of the case, and
 * than what a list of its clients shows if the clock was set back. Two messages of one millisecond
 * thus get two sort keys.
 */
function makeSortKey({ newest, newestSeen }: Before, now: string): string {
  const after = newestSeen > now && newestSeen > newest ? newestSeen : newest;
  return after < now ? now : getNextInstant(after);
}

/** A burst of messages shares milliseconds; only a clock that was set back is this far behind. */
const burstMs = secondMs;

const isFarBehind = (now: string, sortKey: string): boolean =>
  new Date(sortKey).getTime() - new Date(now).getTime() > burstMs;

const describeNewest = ({
  lastMessageDate,
  clients,
}: {
  lastMessageDate: string | null;
  clients: storeRepository.Client[];
}) => ({
  clients,
  newest: lastMessageDate ?? '',
  newestSeen:
    clients
      .map(({ activeAt }) => activeAt)
      .toSorted()
      .at(-1) ?? '',
});

/**
 * Locks the case for a new message. Returns its state, and the message of an earlier request with
 * this key. Throws `notFound`, and `conflict` for another message under the key.
 */
export async function openCase(
  db: Db,
  accountIds: readonly string[],
  { caseId, timelineId, authorId, idempotencyKey, wanted }: Sent,
): Promise<Before & { earlier: string | undefined }> {
  const found = await cases.findAndLockCase(db, accountIds, caseId);
  // Read after the lock, so this query sees what earlier transactions changed.
  const state = await storeRepository.findCaseState(db, {
    caseId,
    timelineId,
    authorId,
    idempotencyKey: idempotencyKey ?? '',
  });
  if (!found || !state) throw createProblem('notFound');
  if (state.earlier !== null && state.bodyHash !== hashBody(wanted))
    throw createProblem('conflict');
  return {
    ...found,
    ...describeNewest(state),
    earlier: state.earlier ?? undefined,
    hasFolder: state.timelineId !== null && state.withdrawnAt === null,
  };
}

const noFolder = { hasFolder: true };

/**
 * Locks cases of an account for new messages outside their folders. Returns the states by case;
 * throws `notFound` if one of them does not exist.
 */
export async function openCases(
  db: Db,
  accountId: string,
  caseIds: readonly string[],
): Promise<Map<string, Before>> {
  const found = new Map(
    (await cases.lockCases(db, accountId, caseIds)).map(({ id, ...row }) => [id, row]),
  );
  // Read after the locks, as for one case.
  const states = await storeRepository.listCaseStates(db, [...found.keys()]);
  const opened = new Map<string, Before>();
  for (const { id, ...state } of states) {
    const row = found.get(id);
    if (row) opened.set(id, { ...row, ...noFolder, ...describeNewest(state) });
  }
  if (caseIds.some((id) => !opened.has(id))) throw createProblem('notFound');
  return opened;
}

/** Queues a new message for its readers' next mail, but not an imported old one. */
async function notifyReaders(
  deps: Deps,
  db: Db,
  news: { accountId: string; caseId: string; itemId: string; userIds: readonly string[] },
  { fileIds, writtenAt, isSilent }: Draft,
): Promise<void> {
  if (isSilent) return;
  const since = deps.clock.now().getTime() - notificationLimits.importedAfterMs;
  if (writtenAt && Date.parse(writtenAt) < since) return;
  await queueNotifications(deps, db, { ...news, kind: 'message' });
  if (fileIds.length > 0) await queueNotifications(deps, db, { ...news, kind: 'file' });
}

/** A message to store, with the state of its case. */
export type Addition = { sent: Sent; before: Before; draft: Draft };

/** Sort keys of a case: the newest one, and those in use where imported messages go. */
type UsedKeys = { newest: string; taken: Set<string> };

/** Returns the first free sort key from `writtenAt` on, so one instant keeps the server's order. */
function findFreeSortKey(writtenAt: string, taken: ReadonlySet<string>): string {
  let sortKey = writtenAt;
  while (taken.has(sortKey)) sortKey = getNextInstant(sortKey);
  return sortKey;
}

/** Returns the date to show if it is not the sort key. */
function getShownDate(now: string, sortKey: string, writtenAt?: string): string | null {
  if (writtenAt !== undefined) return writtenAt === sortKey ? null : writtenAt;
  return isFarBehind(now, sortKey) ? now : null;
}

function buildMessage(
  { sent, before, draft }: Addition,
  { now, used: { newest, taken } }: { now: string; used: UsedKeys },
): StoredMessage {
  const { caseId, timelineId, authorId, idempotencyKey } = sent;
  const { writtenAt } = draft;
  const sortKey =
    writtenAt === undefined
      ? makeSortKey({ ...before, newest }, now)
      : findFreeSortKey(writtenAt, taken);
  return {
    id: newId(),
    caseId,
    timelineId,
    header: draft.header,
    text: draft.text,
    creatorName: draft.creatorName,
    authorId,
    labels: [...(draft.labels ?? [])],
    belegdatum: draft.belegdatum ?? null,
    withdrawnAt: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash: hashBody(sent.wanted),
    externalId: draft.externalId ?? null,
    createdAt: sortKey,
    sentAt: getShownDate(now, sortKey, writtenAt),
  };
}

/** Lists, by case, the sort keys that are in use where imported messages go. */
async function listTakenKeys(
  db: Db,
  additions: readonly Addition[],
): Promise<Map<string, Set<string>>> {
  const taken = new Map<string, Set<string>>();
  const imported = additions.flatMap(({ sent: { caseId }, draft: { writtenAt: from } }) =>
    from === undefined ? [] : [{ caseId, from }],
  );
  let spans = [...new Map(imported.map((span) => [`${span.caseId} ${span.from}`, span])).values()];
  // Another round is needed only for cases that have a message at each millisecond of a span.
  while (spans.length > 0) {
    for (const { caseId, createdAt } of await storeRepository.listSortKeys(db, spans))
      taken.set(caseId, (taken.get(caseId) ?? new Set()).add(createdAt));
    spans = spans.flatMap(({ caseId, from }) => {
      const end = storeRepository.getSpanEnd(from);
      const free = findFreeSortKey(from, taken.get(caseId) ?? new Set());
      return free < end ? [] : [{ caseId, from: end }];
    });
  }
  return taken;
}

/** Builds messages in their order: later ones of a case are newer. */
function buildMessages(
  deps: Deps,
  additions: readonly Addition[],
  takenByCase: ReadonlyMap<string, Set<string>>,
): StoredMessage[] {
  const now = deps.clock.now().toISOString();
  const usedByCase = new Map<string, UsedKeys>();
  return additions.map((addition) => {
    const { caseId } = addition.sent;
    const used = usedByCase.get(caseId) ?? {
      newest: addition.before.newest,
      taken: new Set(takenByCase.get(caseId)),
    };
    const message = buildMessage(addition, { now, used });
    const { createdAt } = message;
    if (createdAt > used.newest) used.newest = createdAt;
    used.taken.add(createdAt);
    usedByCase.set(caseId, used);
    return message;
  });
}

function queueEvents(queueEvent: QueueEvent, message: StoredMessage, before: Before): void {
  const { accountId, clients } = before;
  const { caseId, authorId, id: messageId } = message;
  const folderId = cases.getFolderId(message);
  queueEvent(
    clients.map(({ id }) => id),
    { type: 'messageCreated', accountId, akteIdHash: caseId, folderId, messageId },
  );
  queueEvent.forPrograms(accountId, {
    type: 'message.created',
    data: {
      caseId,
      ...(folderId === null ? {} : { folderId }),
      messageId,
      ...(authorId === accountId ? {} : { userId: authorId }),
    },
  });
}

/** Queues an event for the staff of each case, but not for those of a bulk import. */
async function queueStaffEvents(
  db: Db,
  queueEvent: QueueEvent,
  added: readonly { message: StoredMessage; before: Before; draft: Draft }[],
): Promise<void> {
  const loud = added.filter(({ draft }) => !draft.isSilent);
  const accounts = new Map(loud.map(({ message, before }) => [message.caseId, before.accountId]));
  for (const [caseId, accountId] of accounts)
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
}

/**
 * Stores messages in cases that `openCase` or `openCases` has locked, and queues an event for each.
 * A bulk import stores many at once, by as many statements as one needs.
 */
export async function storeMessages(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  additions: readonly Addition[],
): Promise<StoredMessage[]> {
  const messages = buildMessages(deps, additions, await listTakenKeys(db, additions));
  const added = additions.flatMap(({ sent, before, draft }, index) => {
    const message = messages[index];
    const clientIds = before.clients.map(({ id }) => id);
    const receivers = clientIds.filter((id) => id !== sent.authorId);
    return message ? [{ message, before, draft, fileIds: draft.fileIds, receivers }] : [];
  });
  await storeRepository.insertMessages(db, added);
  for (const { message, before, draft, receivers } of added) {
    const { id: itemId, caseId } = message;
    const news = { accountId: before.accountId, caseId, itemId, userIds: receivers };
    await notifyReaders(deps, db, news, draft);
  }
  await indexMessages(db, added);
  await cases.storeNewestMessages(db, messages);
  for (const { message, before } of added) queueEvents(queueEvent, message, before);
  await queueStaffEvents(db, queueEvent, added);
  return messages;
}

/** Stores one message in a case that `openCase` has locked. */
export async function storeMessage(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  addition: Addition,
): Promise<StoredMessage> {
  const [message] = await storeMessages(deps, db, queueEvent, [addition]);
  if (!message) throw new Error('The message was not stored');
  return message;
}

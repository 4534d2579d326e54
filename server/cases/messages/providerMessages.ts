import type { Language } from '#schemas/platform/common.ts';
import type {
  listMessages as listProviderMessages,
  NewProviderMessage,
  ProviderMessage,
} from '#schemas/cases/messages.ts';
import type { Query } from '#schemas/platform/endpoint.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Db, FileRow, StoredMessage } from '#server/db/schema.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { createTakenProblem } from '#server/externalIds.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { ProviderScope } from '#server/http/session.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { assertCaseOpenTo, queueFirmCaseEvents } from '#server/accounts/staff/service.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { filterAccountUploads } from '#server/files/files/service.ts';
import {
  openCase,
  openCases,
  storeMessage,
  storeMessages,
  type Draft,
  type Sent,
} from './storeMessage.ts';
import * as providerRepository from './providerRepository.ts';
import { presentFile } from './attachments.ts';
import { listAttachedIds, listAttachments } from './attachmentRepository.ts';

async function present(
  db: Db,
  accountId: string,
  rows: readonly StoredMessage[],
): Promise<ProviderMessage[]> {
  const ids = rows.map(({ id }) => id);
  const [files, receipts] = await Promise.all([
    listAttachments(db, ids),
    providerRepository.listReceipts(db, ids),
  ]);
  return rows.map((row) => ({
    messageId: row.id,
    externalId: row.externalId,
    folderId: cases.getFolderId(row),
    header: row.header,
    text: row.text,
    creatorName: row.creatorName,
    userId: row.authorId === accountId ? null : row.authorId,
    labels: row.labels,
    belegdatum: row.belegdatum,
    files: files.filter(({ messageId }) => messageId === row.id).map((file) => presentFile(file)),
    creationDate: row.sentAt ?? row.createdAt,
    readBy: receipts
      .filter(({ messageId }) => messageId === row.id)
      .map(({ userId, readAt }) => ({ userId, readAt })),
  }));
}

async function getOwnMessage(
  db: Db,
  accountId: string,
  caseId: string,
  messageId: string,
): Promise<StoredMessage> {
  await cases.getOwnCase(db, accountId, caseId);
  const message = await providerRepository.findCaseMessage(db, caseId, messageId);
  if (!message) throw createProblem('notFound');
  return message;
}

export async function getMessage(
  { db }: Deps,
  accountId: string,
  { caseId, messageId }: { caseId: string; messageId: string },
): Promise<ProviderMessage> {
  const [shown] = await present(db, accountId, [
    await getOwnMessage(db, accountId, caseId, messageId),
  ]);
  if (!shown) throw createProblem('notFound');
  return shown;
}

export async function listMessages(
  { db }: Deps,
  { accountId }: ProviderScope,
  caseId: string,
  { cursor, limit = listLimits.pageSize, since, externalId }: Query<typeof listProviderMessages>,
) {
  await cases.getOwnCase(db, accountId, caseId);
  const filter = { externalId, since };
  const after = cursor ? decodeCursor(cursor) : undefined;
  const found = await providerRepository.listCaseMessages(db, caseId, filter, { limit, after });
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return {
    items: await present(db, accountId, rows),
    ...next,
    total: await providerRepository.countCaseMessages(db, caseId, filter),
  };
}

type Sending = {
  idempotencyKey?: string | undefined;
  /** true: no mail announces the message */ isSilent?: boolean;
};

const refuse = (language: Language, field: string, id: string) =>
  createProblem('invalidInput', { [field]: getTexts(language)(id, {}) });

/** Builds the draft of a wanted message; throws `invalidInput` for a date in the future. */
function buildDraft(
  { clock }: Deps,
  language: Language,
  wanted: NewProviderMessage,
  { isSilent, author }: { isSilent: boolean; author: string },
): Draft {
  const { header, text, creatorName, labels, belegdatum, fileIds = [], externalId } = wanted;
  const { creationDate: writtenAt } = wanted;
  if (writtenAt && writtenAt > clock.now().toISOString())
    throw refuse(language, '/creationDate', 'message.error.inTheFuture');
  return {
    creatorName: creatorName ?? author,
    header,
    text,
    fileIds,
    isSilent,
    ...(labels ? { labels } : {}),
    ...(belegdatum ? { belegdatum } : {}),
    ...(writtenAt ? { writtenAt } : {}),
    ...(externalId ? { externalId } : {}),
  };
}

/** Stores a message for the clients of a case. Returns its id; a retry gets that of the first. */
export async function addMessage(
  deps: Deps,
  { accountId, language, staff }: ProviderScope,
  caseId: string,
  wanted: NewProviderMessage,
  { idempotencyKey, isSilent = false }: Sending,
): Promise<string> {
  const { folderId, fileIds = [], externalId } = wanted;
  const sent: Sent = {
    caseId,
    timelineId: folderId ?? caseId,
    authorId: accountId,
    idempotencyKey,
    wanted,
  };
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    const { earlier, ...before } = await openCase(db, [accountId], sent);
    if (earlier !== undefined) return earlier;
    await assertCaseOpenTo(db, caseId, staff);
    if (before.clients.length === 0) await cases.assertReachable(db, accountId, caseId);
    if (!before.hasFolder) throw refuse(language, '/folderId', 'case.error.unknownFolder');
    const own = await filterAccountUploads(db, accountId, fileIds);
    // A file of another case may be one that this member of the staff may not see.
    const taken = staff ? await listAttachedIds(db, fileIds) : new Set();
    const unknown = fileIds.findIndex((id) => !own.has(id) || taken.has(id));
    if (unknown >= 0) throw refuse(language, `/fileIds/${unknown}`, 'message.error.unknownUpload');
    const author = staff ? formatPersonName(staff) : (await getAccount(db, { accountId })).name;
    const draft = buildDraft(deps, language, wanted, { isSilent, author });
    return (await storeMessage(deps, db, queueEvent, { sent, before, draft })).id;
  }).catch((error: unknown) => {
    // The lock of the case excludes a race for its Idempotency-Keys, so only the id can be taken.
    throw externalId && isUniqueViolation(error) ? createTakenProblem(language) : error;
  });
}

/** A message for a case. */
export type ForCase = { caseId: string; wanted: NewProviderMessage & { externalId: string } };

/**
 * Stores messages of several cases in one transaction, without files and outside folders. Returns
 * their ids. Throws if one of them cannot be stored; then none is.
 */
export const addMessages = (
  deps: Deps,
  { accountId, language }: ProviderScope,
  messages: readonly ForCase[],
  { isSilent }: { isSilent: boolean },
): Promise<string[]> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    const opened = await openCases(db, accountId, [
      ...new Set(messages.map(({ caseId }) => caseId)),
    ]);
    for (const [caseId, { clients }] of opened)
      if (clients.length === 0) await cases.assertReachable(db, accountId, caseId);
    const { name: author } = await getAccount(db, { accountId });
    const additions = messages.flatMap(({ caseId, wanted }) => {
      const before = opened.get(caseId);
      const draft = buildDraft(deps, language, wanted, { isSilent, author });
      const sent = { caseId, timelineId: caseId, authorId: accountId, wanted };
      return before ? [{ sent: { ...sent, idempotencyKey: undefined }, before, draft }] : [];
    });
    return (await storeMessages(deps, db, queueEvent, additions)).map(({ id }) => id);
  });

export const createMessage = async (
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: NewProviderMessage,
  idempotencyKey?: string,
): Promise<ProviderMessage> =>
  getMessage(deps, provider.accountId, {
    caseId,
    messageId: await addMessage(deps, provider, caseId, wanted, { idempotencyKey }),
  });

/** Withdraws a provider's message; clients' messages cannot be withdrawn. */
export async function withdrawMessage(
  deps: Deps,
  accountId: string,
  { caseId, messageId }: { caseId: string; messageId: string },
): Promise<{ withdrawn: boolean }> {
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await cases.lockCase(db, [accountId], caseId);
    const message = await getOwnMessage(db, accountId, caseId, messageId);
    if (message.authorId !== accountId) throw createProblem('notFound');
    await providerRepository.withdrawMessage(db, message, deps.clock.now().toISOString());
    await cases.refreshNewest(db, caseId);
    const folderId = cases.getFolderId(message);
    queueEvent(await cases.listClientIds(db, caseId), {
      type: 'messageVanished',
      accountId,
      akteIdHash: caseId,
      folderId,
      messageId,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    queueEvent.forPrograms(accountId, {
      type: 'message.withdrawn',
      data: { caseId, ...(folderId === null ? {} : { folderId }), messageId },
    });
    return { withdrawn: true };
  });
}

/** Returns a file of a message in the case; throws `notFound` for any other. */
export async function toMessageFile(
  { db }: Deps,
  accountId: string,
  { caseId, messageId, fileId }: { caseId: string; messageId: string; fileId: string },
): Promise<FileRow> {
  await getOwnMessage(db, accountId, caseId, messageId);
  const file = (await listAttachments(db, [messageId])).find(({ id }) => id === fileId);
  if (!file) throw createProblem('notFound');
  return file;
}

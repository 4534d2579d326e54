import type { Language } from '#schemas/platform/common.ts';
import type { NewProviderMessage, ProviderMessage } from '#schemas/cases/messages.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Db, FileRow, StoredMessage } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import { transactionWithEvents } from '#server/events/service.ts';
import { filterAccountUploads } from '#server/files/files/service.ts';
import { storeMessage, openCase, type Sent } from './storeMessage.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import { presentFile } from './service.ts';

type Provider = { accountId: string; language: Language };

async function present(
  db: Db,
  accountId: string,
  rows: readonly StoredMessage[],
): Promise<ProviderMessage[]> {
  const ids = rows.map(({ id }) => id);
  const [files, receipts] = await Promise.all([
    repository.listAttachments(db, ids),
    providerRepository.listReceipts(db, ids),
  ]);
  return rows.map((row) => ({
    messageId: row.id,
    folderId: cases.getFolderId(row),
    header: row.header,
    text: row.text,
    creatorName: row.creatorName,
    userId: row.authorId === accountId ? null : row.authorId,
    labels: row.labels,
    belegdatum: row.belegdatum,
    files: files.filter(({ messageId }) => messageId === row.id).map(presentFile),
    creationDate: row.createdAt,
    readBy: receipts
      .filter(({ messageId }) => messageId === row.id)
      .map(({ userId, readAt }) => ({ userId, readAt })),
  }));
}

async function ownMessage(
  db: Db,
  accountId: string,
  caseId: string,
  messageId: string,
): Promise<StoredMessage> {
  await cases.ownCase(db, accountId, caseId);
  const message = await providerRepository.findCaseMessage(db, caseId, messageId);
  if (!message) throw problem('notFound');
  return message;
}

export async function getMessage(
  { db }: Deps,
  accountId: string,
  { caseId, messageId }: { caseId: string; messageId: string },
): Promise<ProviderMessage> {
  const [shown] = await present(db, accountId, [
    await ownMessage(db, accountId, caseId, messageId),
  ]);
  if (!shown) throw problem('notFound');
  return shown;
}

export async function listMessages(
  { db }: Deps,
  accountId: string,
  caseId: string,
  { cursor, limit = listLimits.pageSize }: { cursor?: string; limit?: number },
) {
  await cases.ownCase(db, accountId, caseId);
  const found = await providerRepository.listCaseMessages(
    db,
    caseId,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { items: await present(db, accountId, rows), ...next };
}

export async function createMessage(
  deps: Deps,
  { accountId, language }: Provider,
  caseId: string,
  wanted: NewProviderMessage,
  idempotencyKey?: string,
): Promise<ProviderMessage> {
  const {
    header,
    text,
    folderId,
    creatorName,
    labels,
    belegdatum,
    fileIds = [],
    creationDate,
  } = wanted;
  const refuse = (field: string, id: string) =>
    problem('invalidInput', { [field]: getTexts(language)(id, {}) });
  const writtenAt = creationDate && new Date(creationDate).toISOString();
  if (writtenAt && writtenAt > deps.clock.now().toISOString())
    throw refuse('/creationDate', 'message.error.inTheFuture');
  const sent: Sent = {
    caseId,
    timelineId: folderId ?? caseId,
    authorId: accountId,
    idempotencyKey,
    wanted,
  };
  const messageId = await transactionWithEvents(deps, async (db, queueEvent) => {
    const { earlier, ...before } = await openCase(db, [accountId], sent);
    if (earlier !== undefined) return earlier;
    if (!before.hasPlace) throw refuse('/folderId', 'case.error.unknownFolder');
    const own = await filterAccountUploads(db, accountId, fileIds);
    const unknown = fileIds.findIndex((id) => !own.has(id));
    if (unknown >= 0) throw refuse(`/fileIds/${unknown}`, 'message.error.unknownUpload');
    const kept = await storeMessage(deps, db, queueEvent, sent, before, {
      creatorName: creatorName ?? (await getAccount(db, { accountId })).name,
      header,
      text,
      fileIds,
      ...(labels ? { labels } : {}),
      ...(belegdatum ? { belegdatum } : {}),
      ...(writtenAt ? { writtenAt } : {}),
    });
    return kept.id;
  });
  return getMessage(deps, accountId, { caseId, messageId });
}

/** Withdraws a provider's message; clients' messages cannot be withdrawn. */
export async function withdrawMessage(
  deps: Deps,
  accountId: string,
  { caseId, messageId }: { caseId: string; messageId: string },
): Promise<{ withdrawn: boolean }> {
  return transactionWithEvents(deps, async (db, queueEvent) => {
    await cases.lockCase(db, [accountId], caseId);
    const message = await ownMessage(db, accountId, caseId, messageId);
    if (message.authorId !== accountId) throw problem('notFound');
    await providerRepository.withdrawMessage(db, message, deps.clock.now().toISOString());
    await cases.refreshNewest(db, caseId);
    queueEvent(await cases.listClientIds(db, caseId), {
      type: 'messageVanished',
      accountId,
      akteIdHash: caseId,
      folderId: cases.getFolderId(message),
      messageId,
    });
    return { withdrawn: true };
  });
}

/** Returns a file of a message in the case; throws `notFound` for any other. */
export async function messageFile(
  { db }: Deps,
  accountId: string,
  { caseId, messageId, fileId }: { caseId: string; messageId: string; fileId: string },
): Promise<FileRow> {
  await ownMessage(db, accountId, caseId, messageId);
  const file = (await repository.listAttachments(db, [messageId])).find(({ id }) => id === fileId);
  if (!file) throw problem('notFound');
  return file;
}

import type { CaseRow, Db, MessageRow, StoredMessage } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';
import * as cases from '#server/cases/cases/service.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { indexMessage } from '#server/cases/search/service.ts';
import * as repository from './repository.ts';

type Draft = Pick<MessageRow, 'creatorName' | 'header' | 'text'> & {
  fileIds: readonly string[];
  labels?: readonly string[];
  belegdatum?: string;
  /** the original date of an imported message; else now */
  writtenAt?: string;
};

/** Fields of the request, to tell a retry from another request with the same Idempotency-Key. */
export type Sent = Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId'> & {
  idempotencyKey: string | undefined;
  wanted: unknown;
};
/** State of the case before the message. */
export type Before = Pick<CaseRow, 'accountId' | 'serviceAkte' | 'permissionToReply'> & {
  /** '': the timeline is empty */ lastMessageDate: string;
  /** false if the requested folder does not exist */ hasPlace: boolean;
  clients: repository.Client[];
};

const nextInstant = (instant: string): string =>
  new Date(new Date(instant).getTime() + 1).toISOString();

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
  const place = await repository.findPlaceOfMessage(db, {
    caseId,
    timelineId,
    authorId,
    idempotencyKey: idempotencyKey ?? '',
  });
  if (!found || !place) throw problem('notFound');
  if (place.earlier !== null && place.bodyHash !== hashBody(wanted)) throw problem('conflict');
  return {
    ...found,
    clients: place.clients,
    earlier: place.earlier ?? undefined,
    lastMessageDate: place.lastMessageDate ?? '',
    hasPlace: place.timelineId !== null && place.withdrawnAt === null,
  };
}

/**
 * Stores a message in a case that `openCase` has locked, and queues an event for its clients. Of
 * two messages in one millisecond the second gets the next millisecond, so their order is fixed.
 */
export async function storeMessage(
  { clock }: Deps,
  db: Db,
  queueEvent: QueueEvent,
  sent: Sent,
  { lastMessageDate: last, accountId, clients }: Before,
  draft: Draft,
): Promise<StoredMessage> {
  const { caseId, timelineId, authorId, idempotencyKey } = sent;
  const { fileIds } = draft;
  const clientIds = clients.map(({ id }) => id);
  const now = clock.now().toISOString();
  const message: StoredMessage = {
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
    createdAt: draft.writtenAt ?? (last < now ? now : nextInstant(last)),
  };
  await repository.insertMessage(db, message, {
    fileIds,
    receivers: clientIds.filter((id) => id !== authorId),
  });
  await indexMessage(db, message, fileIds);
  await cases.storeNewestMessage(db, caseId, message);
  queueEvent(clientIds, {
    type: 'messageCreated',
    accountId,
    akteIdHash: caseId,
    folderId: cases.getFolderId(sent),
    messageId: message.id,
  });
  return message;
}

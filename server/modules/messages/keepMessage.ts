import type { CaseRow, Db, MessageRow } from '#server/db/schema.ts';
import { together } from '#server/db/prepared.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import * as cases from '#server/modules/cases/service.ts';
import type { Tell, Write } from '#server/modules/events/service.ts';
import { indexMessage } from '#server/modules/search/service.ts';
import * as repository from './repository.ts';

type Draft = Pick<MessageRow, 'creatorName' | 'header' | 'text'> & {
  fileIds: readonly string[];
  labels?: readonly string[];
  belegdatum?: string;
  /** for what was written before; else now */
  writtenAt?: string;
};

/** How a message is asked for: a repeat under the same key must ask for the same. */
export type Sent = Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId'> & {
  idempotencyKey: string | undefined;
  wanted: unknown;
};
/** What the case that it goes into looks like before. */
export type Before = Pick<CaseRow, 'accountId' | 'serviceAkte' | 'permissionToReply'> & {
  /** '': the timeline is empty */ lastMessageDate: string;
  /** whether the folder is there, if it is for one */ hasPlace: boolean;
  clients: ReturnType<typeof repository.readClients>;
};

const nextInstant = (instant: string): string =>
  new Date(new Date(instant).getTime() + 1).toISOString();

/**
 * Locks the case for a new message. Answers what must be known of it, and the message that this call has sent before; throws
 * `notFound`, and `conflict` where its key stands for another message.
 */
export async function openCase(
  db: Db,
  accountIds: readonly string[],
  { caseId, timelineId, authorId, idempotencyKey, wanted }: Sent,
): Promise<Before & { earlier: string | undefined }> {
  const [[found], [place]] = await together(db, [
    // The other is asked once the lock is there, and sees what was done before.
    cases.lockedCase.bind(db, accountIds, caseId),
    repository.placeOfMessage.bind(db, {
      caseId,
      timelineId,
      authorId,
      idempotencyKey: idempotencyKey ?? '',
    }),
  ]);
  if (!found || !place) throw problem('notFound');
  if (place.earlier !== null && place.bodyHash !== hashBody(wanted)) throw problem('conflict');
  return {
    ...found,
    clients: repository.readClients(place.clients),
    earlier: place.earlier ?? undefined,
    lastMessageDate: place.lastMessageDate ?? '',
    hasPlace: place.timelineId !== null && place.withdrawnAt === null,
  };
}

/**
 * Keeps a message in a case that this transaction has opened, and tells those who see the case. Of two written in one millisecond the second is a millisecond later: their
 * order is the same for everyone.
 */
export async function keepMessage(
  { clock }: Deps,
  db: Db,
  tell: Tell,
  write: Write,
  sent: Sent,
  { lastMessageDate: last, accountId, clients }: Before,
  draft: Draft,
): Promise<MessageRow> {
  const { caseId, timelineId, authorId, idempotencyKey } = sent;
  const { fileIds } = draft;
  const clientIds = clients.map(({ id }) => id);
  const now = clock.now().toISOString();
  const message: MessageRow = {
    id: newId(),
    caseId,
    timelineId,
    header: draft.header,
    text: draft.text,
    creatorName: draft.creatorName,
    authorId,
    labels: JSON.stringify(draft.labels ?? []),
    belegdatum: draft.belegdatum ?? null,
    withdrawnAt: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash: hashBody(sent.wanted),
    createdAt: draft.writtenAt ?? (last < now ? now : nextInstant(last)),
  };
  write([
    ...repository.insertMessage(db, message, {
      fileIds,
      receivers: clientIds.filter((id) => id !== authorId),
    }),
    ...(await indexMessage(db, message, fileIds)),
    ...cases.noteMessage(db, caseId, message),
  ]);
  tell(clientIds, {
    type: 'messageCreated',
    accountId,
    akteIdHash: caseId,
    folderId: cases.folderIdOf(sent),
    messageId: message.id,
  });
  return message;
}

import type { Db, MessageRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import * as cases from '#server/modules/cases/service.ts';
import type { Tell } from '#server/modules/events/service.ts';
import { indexMessage } from '#server/modules/search/service.ts';
import * as repository from './repository.ts';

type Draft = Pick<MessageRow, 'caseId' | 'timelineId' | 'authorId' | 'creatorName' | 'header' | 'text'> & {
  accountId: string;
  fileIds: readonly string[];
  labels?: readonly string[];
  belegdatum?: string;
  /** for what was written before; else now */
  writtenAt?: string;
  idempotencyKey: string | undefined;
  /** what the call asked for: a repeat must ask for the same */
  wanted: unknown;
};

const nextInstant = (instant: string): string => new Date(new Date(instant).getTime() + 1).toISOString();

/** The message that this call has sent before; throws `conflict` where its key stands for another one. */
export async function messageSentBefore(db: Db, { caseId, authorId, idempotencyKey, wanted }: Pick<Draft, 'caseId' | 'authorId' | 'idempotencyKey' | 'wanted'>): Promise<string | undefined> {
  const earlier = idempotencyKey === undefined ? undefined : await repository.findMessageByKey(db, caseId, authorId, idempotencyKey);
  if (earlier && earlier.bodyHash !== hashBody(wanted)) throw problem('conflict');
  return earlier?.id;
}

/**
 * Keeps a message in a case that this transaction has locked, and tells those who see the case. Answers its id. Of two written in one millisecond the second is a millisecond later: their
 * order is the same for everyone.
 */
export async function keepMessage({ clock }: Deps, db: Db, tell: Tell, draft: Draft): Promise<string> {
  const { accountId, caseId, timelineId, authorId, idempotencyKey = null, fileIds } = draft;
  const now = clock.now().toISOString();
  const last = (await repository.findTimeline(db, timelineId))?.lastMessageDate ?? '';
  const message: MessageRow = {
    id: newId(), caseId, timelineId, header: draft.header, text: draft.text, creatorName: draft.creatorName, authorId, labels: JSON.stringify(draft.labels ?? []),
    belegdatum: draft.belegdatum ?? null, withdrawnAt: null, idempotencyKey, bodyHash: hashBody(draft.wanted), createdAt: draft.writtenAt ?? (last < now ? now : nextInstant(last)),
  };
  const clients = await cases.listClientIds(db, caseId);
  await repository.insertMessage(db, message, { fileIds, receivers: clients.filter((id) => id !== authorId) });
  await indexMessage(db, message);
  await cases.noteMessage(db, caseId, message);
  tell(clients, { type: 'messageCreated', accountId, akteIdHash: caseId, folderId: timelineId === caseId ? null : timelineId, messageId: message.id });
  return message.id;
}

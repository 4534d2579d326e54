import { timelineLimits } from '#server/cases/limits.ts';
import type { Db } from '#server/db/schema.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';

type NewestMessage = repository.NewestMessage;
/** Builds the preview of the newest message in a list of cases. */
const buildPreview = ({ header, text }: NewestMessage): string =>
  [...(text.trim() || header)].slice(0, timelineLimits.previewLength).join('');

const present = (newest: NewestMessage | undefined) => ({
  lastMessage: newest ? buildPreview(newest) : '',
  lastMessageBy: newest?.creatorName ?? '',
  lastMessageById: newest?.authorId ?? '',
  lastMessageDate: newest?.createdAt ?? null,
});

/** Replaces a preview of what was written after the end of the client's relation to the account. */
export async function hideLaterMessage<Row extends repository.SharedCase>(
  db: Db,
  row: Row,
): Promise<Row> {
  const { id, endedAt, lastMessageDate } = row;
  if (endedAt === null || lastMessageDate === null || lastMessageDate <= endedAt) return row;
  return { ...row, ...present(await repository.findNewestMessage(db, id, endedAt)) };
}

/** Updates the newest messages of cases after messages were stored, the newest of a case last. */
export async function storeNewestMessages(
  db: Db,
  messages: readonly (NewestMessage & { caseId: string })[],
): Promise<void> {
  const newest = new Map<string, NewestMessage>();
  for (const message of messages) {
    const known = newest.get(message.caseId);
    if (!known || known.createdAt <= message.createdAt) newest.set(message.caseId, message);
  }
  await repository.storeNewestMessages(
    db,
    [...newest].map(([caseId, message]) => ({
      caseId,
      lastMessage: buildPreview(message),
      lastMessageBy: message.creatorName,
      lastMessageById: message.authorId,
      at: message.createdAt,
    })),
  );
}

/** Recomputes the newest message after a withdrawal. The case moves down in the lists. */
export async function refreshNewest(db: Db, caseId: string): Promise<void> {
  const newest = await repository.findNewestMessage(db, caseId);
  await providerRepository.updateCase(db, caseId, present(newest));
  await providerRepository.resetActivity(db, caseId, newest?.createdAt);
}

import type { CaseFile } from '#schemas/cases/messages.ts';
import type { Deps } from '#server/deps.ts';
import type { CaseScope } from '#server/cases/cases/service.ts';
import { isDrawable, type FilePurpose } from '#server/files/files/service.ts';
import * as repository from './attachmentRepository.ts';
import type { AttachedFile } from './attachmentRepository.ts';
import { buildEvent, markRead } from './markRead.ts';

/**
 * Returns a file of a message that the client can see. Opening it reads the message first. A
 * thumbnail is not opened by the client, so there is none before the message is read.
 */
export async function findSharedFile(
  deps: Deps,
  scope: CaseScope,
  fileId: string,
  purpose: FilePurpose,
): Promise<AttachedFile | undefined> {
  const found = await repository.listSharedFile(deps.db, scope, fileId);
  const [unread] = found;
  if (purpose === 'check') return unread;
  const read = found.find(({ receiver, readAt }) => receiver === null || readAt !== null);
  if (read || !unread || purpose === 'thumbnail') return read;
  const { messageId, caseId, timelineId, accountId, userId } = unread;
  await markRead(deps, {
    userId,
    messageId,
    readAt: deps.clock.now().toISOString(),
    event: {
      type: 'messageRead',
      ...buildEvent({ id: messageId, caseId, timelineId, accountId }),
    },
  });
  return unread;
}

/** Presents a file. One of an unread message has no thumbnail. */
export const presentFile = (file: AttachedFile, isRead = true): CaseFile => ({
  fileId: file.id,
  fileName: file.name,
  fileExtension: file.extension,
  size: file.size,
  hasThumbnail: isRead && isDrawable(file),
  messageId: file.messageId,
  creationDate: file.attachedAt,
});

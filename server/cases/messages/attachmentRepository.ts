import { sql } from 'kysely';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import type { AttachmentRow, Db, FileRow } from '#server/db/schema.ts';
import { isUndrawable, type Drawability } from '#server/files/files/service.ts';
import { isBeforeEnd, type CaseScope } from '#server/cases/cases/service.ts';

const caseClient = sql.ref<string>('caseClients.userId');

/** A file with its message. */
export type AttachedFile = FileRow &
  Drawability &
  Pick<AttachmentRow, 'messageId'> & { attachedAt: string };

const selectAttachedFiles = (db: Db) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .innerJoin('messages', 'messages.id', 'attachments.messageId')
    .selectAll('files')
    .select((files) => [
      'attachments.messageId',
      files.fn.coalesce('messages.sentAt', 'attachments.createdAt').as('attachedAt'),
      isUndrawable(files).as('isUndrawable'),
    ]);

export const listAttachments = async (
  db: Db,
  messageIds: readonly string[],
): Promise<AttachedFile[]> =>
  messageIds.length === 0
    ? []
    : selectAttachedFiles(db)
        .where('attachments.messageId', 'in', messageIds)
        .orderBy('attachments.position')
        .execute();

/** Returns which of these files are attached to a message. */
export async function listAttachedIds(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('fileId')
    .where('fileId', 'in', toNonEmptyIds(fileIds))
    .execute();
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Lists files of a timeline's shared messages, newest first, as one client sees them. */
export async function listTimelineFiles(
  db: Db,
  userId: string,
  timelineId: string,
  limit: number,
): Promise<(AttachedFile & { isRead: boolean })[]> {
  const rows = await selectAttachedFiles(db)
    .leftJoin('receipts', (join) =>
      join.onRef('receipts.messageId', '=', 'messages.id').on('receipts.userId', '=', userId),
    )
    .select(['receipts.userId as receiver', 'receipts.readAt'])
    .where('messages.withdrawnAt', 'is', null)
    .where('attachments.timelineId', '=', timelineId)
    .where(isBeforeEnd(userId, 'attachments.caseId', 'attachments.createdAt'))
    .orderBy('attachments.createdAt', 'desc')
    .orderBy('attachments.messageId', 'desc')
    .orderBy('attachments.position')
    .limit(limit)
    .execute();
  return rows.map(({ receiver, readAt, ...file }) => ({
    ...file,
    isRead: receiver === null || readAt !== null,
  }));
}

/** Finds a file in the messages that the client can see, with the receipt of each. */
export const listSharedFile = (
  db: Db,
  { userIds, accountIds }: CaseScope,
  fileId: string,
): Promise<
  (AttachedFile &
    Pick<AttachmentRow, 'caseId' | 'timelineId'> & {
      accountId: string;
      userId: string;
      receiver: string | null;
      readAt: string | null;
    })[]
> =>
  selectAttachedFiles(db)
    .innerJoin('caseClients', 'caseClients.caseId', 'attachments.caseId')
    .leftJoin('folders', 'folders.id', 'attachments.timelineId')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.messageId', '=', 'messages.id')
        .onRef('receipts.userId', '=', 'caseClients.userId'),
    )
    .select([
      'attachments.caseId',
      'attachments.timelineId',
      'caseClients.accountId',
      'caseClients.userId',
      'receipts.userId as receiver',
      'receipts.readAt',
    ])
    .where('attachments.fileId', '=', fileId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
    .where('caseClients.accountId', 'in', toNonEmptyIds(accountIds))
    .where(isBeforeEnd(caseClient, 'attachments.caseId', 'attachments.createdAt'))
    .orderBy('attachments.createdAt')
    .execute();

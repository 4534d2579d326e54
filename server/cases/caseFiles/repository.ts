import { sql, type ExpressionBuilder } from 'kysely';
import { photoExtensions } from '#schemas/files/limits.ts';
import { buildContainsPattern } from '#server/db/likePatterns.ts';
import { foldText } from '#server/words.ts';
import { isBeforeEnd } from '#server/cases/cases/service.ts';
import { isUndrawable, type Drawability } from '#server/files/files/service.ts';
import type { AttachmentRow, Db, FileRow, MessageRow, Schema } from '#server/db/schema.ts';

/** A cursor: after this file of this message. */
export type FilePosition = { at: string; messageId: string; position: number };

export type ListedRow = Pick<FileRow, 'id' | 'name' | 'extension' | 'size'> &
  Pick<AttachmentRow, 'messageId' | 'createdAt' | 'position' | 'timelineId'> &
  Pick<MessageRow, 'creatorName' | 'sentAt'> &
  Drawability & { receiver: string | null; readAt: string | null };

/** Selects the files of messages in a case and its folders that a client sees. */
const selectSharedFiles = (db: Db, { caseId, userId }: { caseId: string; userId: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.fileId')
    .innerJoin('messages', 'messages.id', 'attachments.messageId')
    .leftJoin('folders', 'folders.id', 'attachments.timelineId')
    .where('attachments.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .where(isBeforeEnd(userId, 'attachments.caseId', 'attachments.createdAt'));

type FilesOnly = ExpressionBuilder<Schema, 'files'>;
const isPhoto = ({ eb }: FilesOnly) => eb('files.extension', 'in', photoExtensions);
const isDocument = ({ eb }: FilesOnly) => eb('files.extension', 'not in', photoExtensions);
/** Matches names with each word of the search, as it was typed or folded. */
const hasInName = (search: string) =>
  sql<boolean>`${sql.join(
    search.split(/\s+/).map((word) => {
      const [typed, folded] = [word, foldText(word)].map(buildContainsPattern);
      const key = sql.ref('files.nameKey');
      return sql`(${key} like ${typed} escape '!' or ${key} like ${folded} escape '!')`;
    }),
    sql` and `,
  )}`;

export type FileSearch = {
  kind: 'photos' | 'documents' | undefined;
  /** lower case; '' for all */
  search: string;
};

/**
 * Newest first, within a message in the order of attachment, with one extra row if there is a next
 * page.
 */
export function listFiles(
  db: Db,
  client: { caseId: string; userId: string },
  { kind, search }: FileSearch,
  { limit, after }: { limit: number; after: FilePosition | undefined },
): Promise<ListedRow[]> {
  let query = selectSharedFiles(db, client)
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.messageId', '=', 'messages.id')
        .on('receipts.userId', '=', client.userId),
    )
    .select((files) => [
      'files.id',
      'files.name',
      'files.extension',
      'files.size',
      'attachments.messageId',
      'attachments.createdAt',
      'attachments.position',
      'attachments.timelineId',
      'messages.creatorName',
      'messages.sentAt',
      'receipts.userId as receiver',
      'receipts.readAt',
      isUndrawable(files).as('isUndrawable'),
    ]);
  if (kind) query = query.where(kind === 'photos' ? isPhoto : isDocument);
  if (search) query = query.where(hasInName(search));
  if (after) {
    query = query.where(({ eb, or, and, refTuple, tuple }) =>
      or([
        eb(
          refTuple('attachments.createdAt', 'attachments.messageId'),
          '<',
          tuple(after.at, after.messageId),
        ),
        and([
          eb('attachments.createdAt', '=', after.at),
          eb('attachments.messageId', '=', after.messageId),
          eb('attachments.position', '>', after.position),
        ]),
      ]),
    );
  }
  return query
    .orderBy('attachments.createdAt', 'desc')
    .orderBy('attachments.messageId', 'desc')
    .orderBy('attachments.position')
    .limit(limit + 1)
    .execute();
}

/** Counts the files, and those of each type that match the search. */
export async function countFiles(
  db: Db,
  client: { caseId: string; userId: string },
  search: string,
): Promise<{ total: number; photos: number; documents: number }> {
  const fits = search ? hasInName(search) : sql<boolean>`1 = 1`;
  const { total, photos, documents } = await selectSharedFiles(db, client)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere((files) => files.and([isPhoto(files), fits]))
        .as('photos'),
      fn
        .countAll<number>()
        .filterWhere((files) => files.and([isDocument(files), fits]))
        .as('documents'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(total), photos: Number(photos), documents: Number(documents) };
}

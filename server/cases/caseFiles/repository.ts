import { sql, type ExpressionBuilder } from 'kysely';
import { photoExtensions } from '#schemas/files/limits.ts';
import { buildContainsPattern } from '#server/db/likePatterns.ts';
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
/** Parts in lower case, one of which a name has to contain. */
export type NameParts = readonly string[];

const hasPart = (part: string) =>
  sql`${sql.ref('files.nameKey')} like ${buildContainsPattern(part)} escape '!'`;

/** Matches names that contain one part of each word. */
const hasInName = (words: readonly NameParts[]) =>
  sql<boolean>`${sql.join(
    words.map((parts) => sql`(${sql.join(parts.map(hasPart), sql` or `)})`),
    sql` and `,
  )}`;

export type FileSearch = {
  kind: 'photos' | 'documents' | undefined;
  /** empty for all */
  words: readonly NameParts[];
};

/**
 * Newest first, within a message in the order of attachment, with one extra row if there is a next
 * page.
 */
export function listFiles(
  db: Db,
  client: { caseId: string; userId: string },
  { kind, words }: FileSearch,
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
  if (words.length > 0) query = query.where(hasInName(words));
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

/** Lists the names of the files that a client sees, each once. */
export async function listNames(
  db: Db,
  client: { caseId: string; userId: string },
): Promise<string[]> {
  const rows = await selectSharedFiles(db, client).select('files.name').distinct().execute();
  return rows.map(({ name }) => name);
}

/** Counts the files, and those of each type that match the search. */
export async function countFiles(
  db: Db,
  client: { caseId: string; userId: string },
  words: readonly NameParts[],
): Promise<{ total: number; photos: number; documents: number }> {
  const fits = words.length > 0 ? hasInName(words) : sql<boolean>`1 = 1`;
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

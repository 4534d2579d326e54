import type { CaseFiles, CaseFilesQuery, ListedFile } from '#schemas/cases/caseFiles.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { isDrawable } from '#server/files/files/service.ts';
import { getFolderId, getSharedCase, type ClientScope } from '#server/cases/cases/service.ts';
import * as repository from './repository.ts';
import type { FilePosition, ListedRow } from './repository.ts';

const present = (caseId: string, row: ListedRow): ListedFile => ({
  fileId: row.id,
  fileName: row.name,
  fileExtension: row.extension,
  size: row.size,
  hasThumbnail: (row.receiver === null || row.readAt !== null) && isDrawable(row),
  messageId: row.messageId,
  creationDate: row.sentAt ?? row.createdAt,
  folderId: getFolderId({ caseId, timelineId: row.timelineId }),
  creatorName: row.creatorName,
});

/** A cursor's id contains the message and the position in it. */
const buildCursorId = ({
  messageId,
  position,
}: Pick<FilePosition, 'messageId' | 'position'>): string => `${messageId}-${position}`;

function parsePosition(cursor: string): FilePosition {
  const { at, id } = decodeCursor(cursor);
  const [, messageId, position] = /^(.+)-(\d{1,4})$/.exec(id) ?? [];
  if (messageId === undefined) throw createProblem('invalidInput');
  return { at, messageId, position: Number(position) };
}

/**
 * Lists a page of a case's files; throws `notFound` for a case that is not shared with the client.
 */
export async function listFiles(
  { db }: Deps,
  scope: ClientScope,
  caseId: string,
  { Kind: kind, Search = '', Size = caseLimits.filePageSize, Cursor }: CaseFilesQuery,
): Promise<CaseFiles> {
  const after = Cursor === undefined ? undefined : parsePosition(Cursor);
  await getSharedCase({ db }, scope, caseId);
  const search = cleanTyped(Search, 'line').toLowerCase();
  const client = { caseId, userId: scope.userId };
  const [found, { total, photos, documents }] = await Promise.all([
    repository.listFiles(db, client, { kind, search }, { limit: Size, after }),
    repository.countFiles(db, client, search),
  ]);
  const { rows, ...next } = toPage(found, Size, (row) => ({
    at: row.createdAt,
    id: buildCursorId(row),
  }));
  return {
    files: rows.map((row) => present(caseId, row)),
    totalFiles: total,
    photoCount: photos,
    documentCount: documents,
    ...next,
  };
}

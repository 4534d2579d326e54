import type { CaseFiles, CaseFilesQuery, ListedFile } from '#schemas/caseFiles.ts';
import { hasThumbnail } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { folderIdOf, sharedCase, type CaseScope } from '#server/modules/cases/service.ts';
import * as repository from './repository.ts';
import type { FilePosition, ListedRow } from './repository.ts';

const present = (caseId: string, row: ListedRow): ListedFile => ({
  fileId: row.id,
  fileName: row.name,
  fileExtension: row.extension,
  size: row.size,
  hasThumbnail: hasThumbnail(row.extension),
  messageId: row.messageId,
  creationDate: row.createdAt,
  folderId: folderIdOf({ caseId, timelineId: row.timelineId }),
  creatorName: row.creatorName,
});

/** A message and the place in it share a cursor's id. */
const idOf = ({ messageId, position }: Pick<FilePosition, 'messageId' | 'position'>): string =>
  `${messageId}-${position}`;

function positionOf(cursor: string): FilePosition {
  const { at, id } = decodeCursor(cursor);
  const [, messageId, position] = /^(.+)-(\d{1,4})$/.exec(id) ?? [];
  if (messageId === undefined) throw problem('invalidInput');
  return { at, messageId, position: Number(position) };
}

/** A page of the files in a client's case; throws `notFound` for a case they do not see. */
export async function filesOf(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
  { Kind: kind, Search = '', Size = limits.case.filePageSize, Cursor }: CaseFilesQuery,
): Promise<CaseFiles> {
  const after = Cursor === undefined ? undefined : positionOf(Cursor);
  await sharedCase({ db }, scope, caseId);
  const search = Search.normalize('NFC').trim().toLowerCase();
  const [found, { total, photos, documents }] = await Promise.all([
    repository.listFiles(db, caseId, { kind, search }, { limit: Size, after }),
    repository.countFiles(db, caseId, search),
  ]);
  const { rows, ...next } = toPage(found, Size, (row) => ({ at: row.createdAt, id: idOf(row) }));
  return {
    files: rows.map((row) => present(caseId, row)),
    totalFiles: total,
    photoCount: photos,
    documentCount: documents,
    ...next,
  };
}

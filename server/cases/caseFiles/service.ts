import type { CaseFiles, CaseFilesQuery, ListedFile } from '#schemas/cases/caseFiles.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { foldText } from '#schemas/platform/foldText.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { isDrawable } from '#server/files/files/service.ts';
import { getFolderId, getSharedCase, type ClientScope } from '#server/cases/cases/service.ts';
import { canBeMeant, canBeMistyped, isOneErrorAway } from '#server/cases/hits/service.ts';
import { listParts } from '#server/words.ts';
import * as repository from './repository.ts';
import type { FilePosition, ListedRow, NameParts } from './repository.ts';

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

type Client = { caseId: string; userId: string };

/** Reads the words of a search, each as it was typed and folded. */
const parseWords = (search: string): NameParts[] =>
  cleanTyped(search, 'line')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [word, foldText(word)]);

/**
 * Forgives one typing error in each long word, by the words of the names. Returns undefined where
 * no word can be mistyped.
 */
async function guessWords(
  db: Db,
  client: Client,
  search: string,
): Promise<NameParts[] | undefined> {
  const typed = listParts(search);
  if (!typed.some(canBeMistyped)) return undefined;
  const names = await repository.listNames(db, client);
  const known = listParts(names.join('\n')).filter(canBeMeant);
  return typed.map((word) => {
    const meant = canBeMistyped(word)
      ? known.map(({ plain }) => plain).filter((each) => isOneErrorAway(word.plain, each))
      : [];
    return [word.plain, ...meant];
  });
}

/** Counts the files of a case that a search finds. Without any, a typing error is forgiven. */
async function searchFiles(db: Db, client: Client, search: string) {
  const words = parseWords(search);
  const counts = await repository.countFiles(db, client, words);
  if (words.length === 0 || counts.photos + counts.documents > 0) return { words, ...counts };
  const guessed = await guessWords(db, client, search);
  return guessed
    ? { words: guessed, ...(await repository.countFiles(db, client, guessed)) }
    : { words, ...counts };
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
  const client = { caseId, userId: scope.userId };
  const { words, total, photos, documents } = await searchFiles(db, client, Search);
  const found = await repository.listFiles(db, client, { kind, words }, { limit: Size, after });
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

import type { MessageHit, MessageHits } from '#schemas/cases/search.ts';
import { messageLimits } from '#schemas/cases/limits.ts';
import { indexLimits } from '#server/cases/limits.ts';
import type { Db, MessageRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { getFolderId, getSharedCase, type CaseScope } from '#server/cases/cases/service.ts';
import * as repository from './repository.ts';
import type { FoundMessage } from './repository.ts';
import { getBeginning, getExcerpt, hasHit, marked, listStems, buildTerms } from './words.ts';

type Indexed = Pick<MessageRow, 'id' | 'caseId' | 'header' | 'text' | 'createdAt'>;

function insertEntry(db: Db, message: Indexed, fileNames: readonly string[]): Promise<void> {
  const { caseId, header, text } = message;
  const stems = listStems([header, text, ...fileNames].join('\n'));
  return repository.insertEntry(
    db,
    message,
    buildTerms(caseId, stems).map((term) => term.text),
  );
}

/** Indexes a message: its subject, its text, its file names. Runs in the message's transaction. */
export async function indexMessage(
  db: Db,
  message: Indexed,
  fileIds: readonly string[],
): Promise<void> {
  await insertEntry(db, message, await repository.listNamesOf(db, fileIds));
}

/** Indexes messages from before the index; true if there may be more. */
async function indexSome({ db }: Deps): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const waiting = await repository.claimWaiting(transaction, indexLimits.indexedAtOnce);
    const files = await repository.listFileNames(
      transaction,
      waiting.map(({ id }) => id),
    );
    for (const message of waiting)
      await insertEntry(
        transaction,
        message,
        files.filter(({ messageId }) => messageId === message.id).map(({ name }) => name),
      );
    return waiting.length > 0;
  });
}

export async function indexWaiting(deps: Deps): Promise<void> {
  while (await indexSome(deps));
}

type Named = { id: string; messageId: string; name: string };

/** Shows an unread message like its preview: the subject and the beginning of the text. */
function present(
  row: FoundMessage,
  userId: string,
  files: readonly Named[],
  wanted: readonly string[],
): MessageHit {
  const read = row.receiver === null || row.readAt !== null;
  const named = read
    ? files.filter(({ messageId, name }) => messageId === row.id && hasHit(name, wanted))
    : [];
  return {
    messageId: row.id,
    akteIdHash: row.caseId,
    accountId: row.accountId,
    accountName: row.accountName,
    caseHeader: row.caseHeader,
    folderId: getFolderId(row),
    folderName: row.folderName,
    creatorName: row.creatorName,
    isOwnMessage: row.authorId === userId,
    creationDate: row.createdAt,
    read,
    header: marked(row.header, wanted),
    excerpt: read
      ? getExcerpt(row.text, wanted)
      : getBeginning(row.text, messageLimits.sealedLength, wanted),
    files: named.map(({ id, name }) => ({ fileId: id, fileName: marked(name, wanted) })),
  };
}

/** Lists a page of messages with all words, in one case or all of the caller's, newest first. */
export async function searchMessages(
  { db }: Deps,
  scope: CaseScope,
  { caseId, Search, Cursor }: { caseId?: string; Search: string; Cursor?: string },
): Promise<MessageHits> {
  const caseIds =
    caseId === undefined
      ? await repository.listCaseIds(db, scope)
      : [(await getSharedCase({ db }, scope, caseId)).id];
  const after = Cursor === undefined ? undefined : decodeCursor(Cursor);
  const wanted = listStems(Search);
  if (wanted.length === 0) return { hits: [] };
  const limit = indexLimits.pageSize;
  const atOnce = Math.ceil(indexLimits.maxTerms / wanted.length);
  const found: FoundMessage[] = [];
  for (let at = 0; at < caseIds.length; at += atOnce) {
    const terms = caseIds.slice(at, at + atOnce).map((id) => buildTerms(id, wanted));
    found.push(...(await repository.findMessages(db, scope, terms, limit, after)));
  }
  const { rows, ...next } = toPage(
    found.sort((a, b) => (a.place < b.place ? 1 : -1)),
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
  );
  const files = await repository.listFileNames(
    db,
    rows.map(({ id }) => id),
  );
  return { hits: rows.map((row) => present(row, scope.userId, files, wanted)), ...next };
}

import type { CompiledQuery } from 'kysely';
import type { MessageHit, MessageHits } from '#schemas/search.ts';
import { limits } from '#schemas/limits.ts';
import { together } from '#server/db/prepared.ts';
import type { Db, MessageRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { folderIdOf, sharedCase, type CaseScope } from '#server/modules/cases/service.ts';
import * as repository from './repository.ts';
import type { FoundMessage } from './repository.ts';
import { beginningOf, excerptOf, hasHit, marked, stemsIn, termsOf } from './words.ts';

type Indexed = Pick<MessageRow, 'id' | 'caseId' | 'header' | 'text' | 'createdAt'>;

function entryOf(db: Db, message: Indexed, fileNames: readonly string[]): CompiledQuery<unknown>[] {
  const { caseId, header, text } = message;
  return repository.insertEntry(
    db,
    message,
    termsOf(caseId, stemsIn([header, text, ...fileNames].join('\n'))).map((term) => term.text),
  );
}

/** Makes a message findable by its subject, its text and the names of its files. It belongs into the transaction that keeps them. */
export const indexMessage = async (
  db: Db,
  message: Indexed,
  fileIds: readonly string[],
): Promise<CompiledQuery<unknown>[]> =>
  entryOf(db, message, await repository.listNamesOf(db, fileIds));

/** Indexes what was there before there was an index; answers whether there may be more. */
async function indexSome({ db }: Deps): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const waiting = await repository.takeWaiting(transaction, limits.search.indexedAtOnce);
    const files = await repository.listFileNames(
      transaction,
      waiting.map(({ id }) => id),
    );
    for (const message of waiting)
      await together(
        transaction,
        entryOf(
          transaction,
          message,
          files.filter(({ messageId }) => messageId === message.id).map(({ name }) => name),
        ),
      );
    return waiting.length > 0;
  });
}

export async function indexWaiting(deps: Deps): Promise<void> {
  while (await indexSome(deps));
}

type Named = { id: string; messageId: string; name: string };

/** What is unread is shown as its bubble shows it: the subject, and the text's beginning. */
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
    folderId: folderIdOf(row),
    folderName: row.folderName,
    creatorName: row.creatorName,
    isOwnMessage: row.authorId === userId,
    creationDate: row.createdAt,
    read,
    header: marked(row.header, wanted),
    excerpt: read
      ? excerptOf(row.text, wanted)
      : beginningOf(row.text, limits.message.sealedLength, wanted),
    files: named.map(({ id, name }) => ({ fileId: id, fileName: marked(name, wanted) })),
  };
}

/** A page of the messages that have all these words, in one case or in all of the caller's, newest first. */
export async function searchMessages(
  { db }: Deps,
  scope: CaseScope,
  { caseId, Search, Cursor }: { caseId?: string; Search: string; Cursor?: string },
): Promise<MessageHits> {
  const caseIds =
    caseId === undefined
      ? await repository.listCaseIds(db, scope)
      : [(await sharedCase({ db }, scope, caseId)).id];
  const after = Cursor === undefined ? undefined : decodeCursor(Cursor);
  const wanted = stemsIn(Search);
  if (wanted.length === 0) return { hits: [] };
  const limit = limits.search.pageSize;
  const atOnce = Math.ceil(limits.search.maxTerms / wanted.length);
  const found: FoundMessage[] = [];
  for (let at = 0; at < caseIds.length; at += atOnce) {
    const terms = caseIds.slice(at, at + atOnce).map((id) => termsOf(id, wanted));
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

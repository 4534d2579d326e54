import type { MessageHit, MessageHits } from '#schemas/cases/search.ts';
import { messageLimits } from '#schemas/cases/limits.ts';
import { indexLimits } from '#server/cases/limits.ts';
import type { Db, MessageRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Position } from '#server/db/paginate.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import {
  getFolderId,
  getSharedCase,
  indexNames,
  type CaseScope,
} from '#server/cases/cases/service.ts';
import * as repository from './repository.ts';
import type { FoundMessage } from './repository.ts';
import {
  buildTerms,
  buildTermTexts,
  canBeMeant,
  canBeMistyped,
  findCompletions,
  findSpellings,
  getBeginning,
  getExcerpt,
  hasHit,
  markCase,
  type Spellings,
  type Terms,
} from '#server/cases/hits/service.ts';
import { listSearched, listWords, type PlainWord, type SearchedWord } from '#server/words.ts';

type Indexed = Pick<MessageRow, 'id' | 'caseId' | 'header' | 'text' | 'createdAt'>;

type WithNames = Indexed & { fileNames: readonly string[] };

const listWordsOf = ({ header, text, fileNames }: WithNames): PlainWord[] =>
  listWords([header, text, ...fileNames].join('\n'));

/** Builds the entry of a message in the index of its case. */
function buildEntry({ words, ...message }: Indexed & { words: readonly PlainWord[] }) {
  const stems = [...new Set(words.map(({ stem }) => stem))];
  const { id, createdAt, caseId } = message;
  return { id, createdAt, words: buildTermTexts(caseId, stems) };
}

async function insertEntries(db: Db, messages: readonly WithNames[]): Promise<void> {
  const contents = messages.map((message) => ({ ...message, words: listWordsOf(message) }));
  await repository.insertTextWords(
    db,
    contents.flatMap(({ caseId, words }) =>
      words.filter(canBeMeant).map((word) => ({ caseId, ...word })),
    ),
  );
  await repository.insertEntries(db, contents.map(buildEntry));
}

/** Indexes messages: subjects, texts, file names. Runs in the messages' transaction. */
export async function indexMessages(
  db: Db,
  messages: readonly { message: Indexed; fileIds: readonly string[] }[],
): Promise<void> {
  const named = [];
  for (const { message, fileIds } of messages)
    named.push({ ...message, fileNames: await repository.listNamesOf(db, fileIds) });
  await insertEntries(db, named);
}

async function addFileNames(db: Db, messages: readonly Indexed[]): Promise<WithNames[]> {
  const files = await repository.listFileNames(
    db,
    messages.map(({ id }) => id),
  );
  return messages.map((message) => ({
    ...message,
    fileNames: files.filter(({ messageId }) => messageId === message.id).map(({ name }) => name),
  }));
}

/** Indexes messages from before the index; true if there may be more. */
async function indexSome({ db }: Deps): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const waiting = await repository.claimWaiting(transaction, indexLimits.indexedAtOnce);
    await insertEntries(transaction, await addFileNames(transaction, waiting));
    return waiting.length > 0;
  });
}

/** Removes all messages of a case from the index. Call it before they are deleted. */
export async function removeMessages(db: Db, caseId: string): Promise<void> {
  const limit = indexLimits.indexedAtOnce;
  for (let after: string | undefined = ''; after !== undefined;) {
    const messages = await repository.listMessagesOf(db, caseId, { after, limit });
    const entries = (await addFileNames(db, messages)).map((message) =>
      buildEntry({ ...message, words: listWordsOf(message) }),
    );
    await repository.deleteEntries(db, entries);
    after = messages.length < limit ? undefined : messages.at(-1)?.id;
  }
}

/** Indexes the names of cases from before the index; true if there may be more. */
async function indexSomeCases({ db }: Deps): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const caseIds = await repository.listCasesWithoutWords(transaction, indexLimits.indexedAtOnce);
    const counts = await Promise.all(caseIds.map((caseId) => indexNames(transaction, caseId)));
    return counts.some((count) => count > 0);
  });
}

export async function indexWaiting(deps: Deps): Promise<void> {
  while (await indexSomeCases(deps));
  while (await indexSome(deps));
}

type Named = { id: string; messageId: string; name: string };

/** Shows an unread message like its preview: the subject and the beginning of the text. */
function present(
  row: FoundMessage,
  userIds: readonly string[],
  files: readonly Named[],
  wanted: readonly SearchedWord[],
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
    isOwnMessage: userIds.includes(row.authorId),
    creationDate: row.sentAt ?? row.createdAt,
    read,
    header: markCase(row.header, wanted),
    excerpt: read
      ? getExcerpt(row.text, wanted)
      : getBeginning(row.text, messageLimits.sealedLength, wanted),
    files: named.map(({ id, name }) => ({ fileId: id, fileName: markCase(name, wanted) })),
  };
}

/** Builds the terms of each case: each word must match, as it was typed or as it can be meant. */
const buildGroups = (
  caseIds: readonly string[],
  words: readonly PlainWord[],
  meanings: readonly Spellings[],
): Terms[] =>
  caseIds.map((id) =>
    words.map((word) =>
      buildTerms(id, [word, ...meanings.flatMap((each) => each.get(id)?.get(word.plain) ?? [])]),
    ),
  );

/** Splits cases into queries, because an index query has a limit of terms. */
function splitQueries(cases: readonly Terms[]): Terms[][] {
  const queries: Terms[][] = [];
  let size = Infinity;
  for (const groups of cases) {
    const terms = groups.flat().length;
    if (size + terms > indexLimits.maxTerms) {
      queries.push([]);
      size = 0;
    }
    size += terms;
    queries.at(-1)?.push(groups);
  }
  return queries;
}

type Asked = {
  caseIds: readonly string[];
  words: readonly PlainWord[];
  after: Position | undefined;
};

/** Finds messages of these cases with all words, newest first. */
async function findMessages(
  db: Db,
  scope: CaseScope,
  { caseIds, words, after }: Asked,
  meanings: readonly Spellings[],
): Promise<FoundMessage[]> {
  const found: FoundMessage[] = [];
  for (const terms of splitQueries(buildGroups(caseIds, words, meanings)))
    found.push(...(await repository.findMessages(db, scope, terms, indexLimits.pageSize, after)));
  return found.sort((a, b) => (a.sortKey < b.sortKey ? 1 : -1));
}

const listMeant = (meanings: readonly Spellings[]): SearchedWord[] =>
  meanings.flatMap((byCase) =>
    [...byCase.values()].flatMap((ofCase) => [...ofCase.values()].flat()),
  );

/**
 * Finds messages with all words or their beginnings. If there are none, forgives one typing error in
 * each long word. Returns the words that were searched, too.
 */
async function findOrGuess(
  db: Db,
  scope: CaseScope,
  asked: Asked,
  caseId: string | undefined,
): Promise<{ found: FoundMessage[]; wanted: readonly SearchedWord[] }> {
  const { words } = asked;
  const search = async (caseIds: readonly string[], meanings: readonly Spellings[]) => ({
    found: await findMessages(db, scope, { ...asked, caseIds }, meanings),
    wanted: [...words, ...listMeant(meanings)],
  });
  const completions = await findCompletions(db, scope, { words, caseId });
  const result = await search(asked.caseIds, [completions]);
  if (result.found.length > 0 || !words.some(canBeMistyped)) return result;
  const spellings = await findSpellings(db, scope, 'caseTextWords', { words, caseId });
  const caseIds = asked.caseIds.filter((id) => spellings.has(id));
  return search(caseIds, [completions, spellings]);
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
  const words = listSearched(Search);
  if (words.length === 0) return { hits: [] };
  const { found, wanted } = await findOrGuess(db, scope, { caseIds, words, after }, caseId);
  const { rows, ...next } = toPage(found, indexLimits.pageSize, ({ createdAt, id }) => ({
    at: createdAt,
    id,
  }));
  const files = await repository.listFileNames(
    db,
    rows.map(({ id }) => id),
  );
  return { hits: rows.map((row) => present(row, scope.userIds, files, wanted)), ...next };
}

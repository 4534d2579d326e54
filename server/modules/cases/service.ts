import type { CompiledQuery } from 'kysely';
import type { Assignee, CaseList, CaseSummary, Folder } from '#schemas/cases.ts';
import { limits } from '#schemas/limits.ts';
import type { Db, MessageRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { together, type RowsOf } from '#server/db/prepared.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { folderTree } from './folderTree.ts';
import * as repository from './repository.ts';
import type { CaseScope, CaseSearch, SharedCase, SharedFolder } from './repository.ts';

export type { CaseScope, SharedCase } from './repository.ts';
export const { clientsOfCase, countSharedCases, countUnreadByAccount, findCase, findFolder, knownClients, listClientIds, listClientsOf, lockCase, lockedCase } = repository;

/** A case that the caller sees; throws `notFound` for another's as for an unknown one. */
export async function sharedCase({ db }: { db: Db }, scope: CaseScope, caseId: string): Promise<SharedCase> {
  const found = await repository.sharedCaseById.first(db, scope, caseId);
  if (!found) throw problem('notFound');
  return found;
}

/** Names of people without pictures get none: the portal shows their initials. */
const presentAssignees = (assignees: string): Assignee[] =>
  (JSON.parse(assignees) as { firstName: string; lastName: string }[]).map((person) => ({ ...person, profilePictureUrl: null }));

function present(row: SharedCase, own: readonly SharedFolder[], unread: ReadonlyMap<string, number>): CaseSummary {
  const totalUnreadMessage = unread.get(row.id) ?? 0;
  return {
    idHash: row.id,
    creatorIdHash: row.accountId,
    creatorFirstName: row.creatorFirstName,
    creatorLastName: row.creatorLastName,
    creationDate: row.createdAt,
    accountId: row.accountId,
    accountName: row.accountName,
    header: row.header,
    aktenzeichen: row.aktenzeichen,
    aktenkurzbezeichnung: row.aktenkurzbezeichnung,
    lastMessage: row.lastMessage,
    lastMessageDate: row.lastMessageDate,
    folderCount: own.length,
    folders: folderTree(row.id, own, unread),
    rootInfo: { id: row.id, name: row.header, totalUnreadMessage, lastMessageDate: row.rootMessageDate },
    totalUnreadMessage,
    totalUnreadMessageInFolder: own.reduce((sum, { id }) => sum + (unread.get(id) ?? 0), 0),
    mainColor: row.primaryColor,
    secondaryColor: row.secondaryColor,
    categories: JSON.parse(row.categories) as string[],
    permissionToReply: row.permissionToReply === 1,
    serviceAkte: row.serviceAkte === 1,
    isEsyAkte: row.isEsyAkte === 1,
    assignees: presentAssignees(row.assignees),
  };
}

/** Cases with their folders and what this client has not read in them. */
async function summaries(db: Db, userId: string, rows: readonly SharedCase[]): Promise<CaseSummary[]> {
  if (rows.length === 0) return [];
  const [folders, unread] = await together(db, repository.foldersAndUnread(db, userId, rows.map(({ id }) => id)));
  const counts = repository.unreadIn(unread);
  const byCase = new Map<string, SharedFolder[]>(rows.map(({ id }) => [id, []]));
  for (const folder of folders) byCase.get(folder.caseId)?.push(folder);
  return rows.map((row) => present(row, byCase.get(row.id) ?? [], counts));
}

/** The folders of a case with what this client has not read in them. */
export async function foldersOf(db: Db, userId: string, { id }: SharedCase): Promise<Folder[]> {
  const folders = await repository.listFolders(db, [id]);
  return folders.length === 0 ? [] : folderTree(id, folders, await repository.countUnread(db, userId, [id]));
}

/** What a case's summary is made of, to be asked for in one piece. */
export const partsOfSummary = (db: Db, scope: CaseScope, caseId: string) =>
  [repository.sharedCaseById.bind(db, scope, caseId), ...repository.foldersAndUnread(db, scope.userId, [caseId])] as const;

/** Throws `notFound` where the case is not the caller's any more. */
export function summaryFrom([[shared], folders, unread]: RowsOf<ReturnType<typeof partsOfSummary>>): CaseSummary {
  if (!shared) throw problem('notFound');
  return present(shared, folders, repository.unreadIn(unread));
}

export const caseOf = async ({ db }: Deps, scope: CaseScope, caseId: string): Promise<CaseSummary> => summaryFrom(await together(db, partsOfSummary(db, scope, caseId)));

async function searchFor(db: Db, accountIds: readonly string[], search: string | undefined): Promise<CaseSearch | undefined> {
  const text = search?.trim().toLowerCase();
  if (!text) return undefined;
  const accounts = await repository.listAccountNames(db, accountIds);
  return { text, accountIds: accounts.filter(({ name }) => name.toLowerCase().includes(text)).map(({ id }) => id) };
}

/** A page of a client's cases, last active first, by account. */
export async function listCases({ db }: Deps, scope: CaseScope, { Size = limits.case.pageSize, Cursor, Search }: { Size?: number; Cursor?: string; Search?: string }): Promise<CaseList> {
  const search = await searchFor(db, scope.accountIds, Search);
  const found = await repository.listSharedCases(db, scope, { limit: Size, after: Cursor ? decodeCursor(Cursor) : undefined, search });
  const { rows, ...next } = toPage(found, Size, ({ activeAt, id }) => ({ at: activeAt, id }));
  const groups = new Map<string, CaseSummary[]>();
  for (const summary of await summaries(db, scope.userId, rows)) groups.set(summary.accountId, [...(groups.get(summary.accountId) ?? []), summary]);
  return { akten: [...groups].map(([accountId, akten]) => ({ accountId, akten })), ...next };
}

type NewestMessage = Pick<MessageRow, 'header' | 'text' | 'createdAt'>;
/** What a list of cases shows of the newest message. */
const previewOf = ({ header, text }: NewestMessage): string => [...(text.trim() || header)].slice(0, limits.message.previewLength).join('');

/** Notes a message that was just written where its case is listed. */
export const noteMessage = (db: Db, caseId: string, message: NewestMessage): CompiledQuery<unknown>[] =>
  repository.noteMessage(db, caseId, { lastMessage: previewOf(message), at: message.createdAt });

/** Finds the newest message anew, after one is no longer shared. The case keeps its place in the lists. */
export async function refreshNewest(db: Db, caseId: string): Promise<void> {
  const newest = await repository.findNewestMessage(db, caseId);
  await repository.updateCase(db, caseId, { lastMessage: newest ? previewOf(newest) : '', lastMessageDate: newest?.createdAt ?? null });
}

import type { Assignee, CaseList, CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import type { Db, MessageRow, StoredCase } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { buildFolderTree } from './folderTree.ts';
import { hideLaterMessage } from './newestMessage.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import { createCaseSearch } from './caseSearch.ts';
import type { CaseScope, CountedCase, SearchedName, SharedCase } from './repository.ts';

export { isBeforeEnd } from './isBeforeEnd.ts';
export { indexNames } from './caseSearch.ts';
export { refreshNewest, storeNewestMessages } from './newestMessage.ts';
export { assertReachable, getOwnCase, lockCase } from './ownCase.ts';
export { upsertCase } from './upsertCase.ts';
export type { CaseScope, SharedCase } from './repository.ts';
export type { ClientScope } from '#server/http/session.ts';
export const { countSharedCases, countUnreadByAccount } = repository;
export const { findAndLockCase, lockCases, findByExternalId, findFolder } = providerRepository;
export { filterClients, listClientIds, listClientsOf } from './clientsRepository.ts';

/** Returns a case of the caller; throws `notFound` alike for foreign and unknown ids. */
export async function getSharedCase(
  { db }: { db: Db },
  scope: CaseScope,
  caseId: string,
): Promise<SharedCase> {
  const found = await repository.findSharedCase(db, scope, caseId);
  if (!found) throw createProblem('notFound');
  return found;
}

/** Returns an item's folder; null for the case itself, whose timeline has the case's id. */
export const getFolderId = ({
  caseId,
  timelineId,
}: Pick<MessageRow, 'caseId' | 'timelineId'>): string | null =>
  timelineId === caseId ? null : timelineId;

/** Omits names of people without pictures: the portal shows their initials. */
const presentAssignees = (assignees: StoredCase['assignees']): Assignee[] =>
  assignees.map((person) => ({ ...person, profilePictureUrl: null }));

function present(row: CountedCase, userIds: readonly string[]): CaseSummary {
  const own = row.folders;
  const totalUnreadMessage = row.unread;
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
    lastMessageBy: row.lastMessageBy,
    isLastMessageOwn: userIds.includes(row.lastMessageById),
    lastMessageDate: row.lastMessageDate,
    folderCount: own.length,
    folders: buildFolderTree(row.id, own),
    rootInfo: {
      id: row.id,
      name: row.header,
      totalUnreadMessage,
      lastMessageDate: row.rootMessageDate,
    },
    totalUnreadMessage,
    totalUnreadMessageInFolder: own.reduce((sum, { unread }) => sum + unread, 0),
    mainColor: row.primaryColor,
    secondaryColor: row.secondaryColor,
    categories: row.categories,
    permissionToReply: row.permissionToReply === 1,
    serviceAkte: row.serviceAkte === 1,
    isEsyAkte: row.isEsyAkte === 1,
    closedDate: row.closedAt,
    endedDate: row.endedAt,
    assignees: presentAssignees(row.assignees),
  };
}

/** Lists the folders of a case with the client's unread counts. */
export async function listFolders(db: Db, userId: string, { id }: SharedCase): Promise<Folder[]> {
  return buildFolderTree(id, await repository.listCountedFolders(db, userId, id));
}

/** Returns a case for its list entry. Throws `notFound` if it is not shared with the caller. */
export async function getCase(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
): Promise<CaseSummary> {
  const found = await repository.findCountedCase(db, scope, caseId);
  if (!found) throw createProblem('notFound');
  return present(await hideLaterMessage(db, found), scope.userIds);
}

/** Lists a page of a client's cases by account, last active first. */
export async function listCases(
  { db }: Deps,
  scope: CaseScope,
  {
    Size = caseLimits.pageSize,
    Cursor,
    Search,
    Unread,
  }: { Size?: number; Cursor?: string; Search?: string; Unread?: true },
): Promise<CaseList> {
  const search = Search?.trim() ? await createCaseSearch(db, scope, Search) : undefined;
  if (search?.isEmpty) return { akten: [] };
  const find = (words: readonly SearchedName[] | undefined) =>
    repository.listSharedCases(db, scope, {
      limit: Size,
      after: Cursor ? decodeCursor(Cursor) : undefined,
      search: words,
      isUnread: Unread,
    });
  let found = await find(search?.exact);
  const guess = found.length === 0 ? await search?.guess() : undefined;
  if (guess) found = await find(guess);
  const { rows, ...next } = toPage(found, Size, ({ activeAt, id }) => ({ at: activeAt, id }));
  const groups = new Map<string, CaseSummary[]>();
  const shown = await Promise.all(rows.map((row) => hideLaterMessage(db, row)));
  for (const summary of shown.map((row) => present(row, scope.userIds)))
    groups.set(summary.accountId, [...(groups.get(summary.accountId) ?? []), summary]);
  return { akten: [...groups].map(([accountId, akten]) => ({ accountId, akten })), ...next };
}

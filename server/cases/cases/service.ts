import type { Assignee, CaseList, CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { timelineLimits } from '#server/cases/limits.ts';
import type { Db, MessageRow, StoredCase } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import { folderTree } from './folderTree.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import type { CaseScope, CaseSearch, CountedCase, SharedCase } from './repository.ts';

export type { CaseScope, SharedCase } from './repository.ts';
export const { countSharedCases, countUnreadByAccount } = repository;
export const { findAndLockCase, findFolder, filterClients, listClientIds, listClientsOf } =
  providerRepository;

/** Returns a case of the caller; throws `notFound` alike for foreign and unknown ids. */
export async function getSharedCase(
  { db }: { db: Db },
  scope: CaseScope,
  caseId: string,
): Promise<SharedCase> {
  const found = await repository.findSharedCase(db, scope, caseId);
  if (!found) throw problem('notFound');
  return found;
}

/**
 * Locks a case of these accounts until the transaction ends; throws `notFound` alike for foreign
 * and unknown ids.
 */
export async function lockCase(
  db: Db,
  accountIds: readonly string[],
  caseId: string,
): Promise<void> {
  if (!(await providerRepository.findAndLockCase(db, accountIds, caseId)))
    throw problem('notFound');
}

/** Returns a case of this account; throws `notFound` alike for foreign and unknown ids. */
export async function ownCase(db: Db, accountId: string, caseId: string): Promise<StoredCase> {
  const row = await providerRepository.findCase(db, accountId, caseId);
  if (!row) throw problem('notFound');
  return row;
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

function present(row: CountedCase): CaseSummary {
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
    lastMessageDate: row.lastMessageDate,
    folderCount: own.length,
    folders: folderTree(row.id, own),
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
    assignees: presentAssignees(row.assignees),
  };
}

/** Lists the folders of a case with the client's unread counts. */
export async function listFolders(db: Db, userId: string, { id }: SharedCase): Promise<Folder[]> {
  return folderTree(id, await repository.listCountedFolders(db, userId, id));
}

/** Returns a case for its list entry. Throws `notFound` if it is not shared with the caller. */
export async function getCase(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
): Promise<CaseSummary> {
  const found = await repository.findCountedCase(db, scope, caseId);
  if (!found) throw problem('notFound');
  return present(found);
}

async function parseSearch(
  db: Db,
  accountIds: readonly string[],
  search: string | undefined,
): Promise<CaseSearch | undefined> {
  const text = search?.trim().toLowerCase();
  if (!text) return undefined;
  const accounts = await repository.listAccountNames(db, accountIds);
  return {
    text,
    accountIds: accounts
      .filter(({ name }) => name.toLowerCase().includes(text))
      .map(({ id }) => id),
  };
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
  const search = await parseSearch(db, scope.accountIds, Search);
  const found = await repository.listSharedCases(db, scope, {
    limit: Size,
    after: Cursor ? decodeCursor(Cursor) : undefined,
    search,
    isUnread: Unread,
  });
  const { rows, ...next } = toPage(found, Size, ({ activeAt, id }) => ({ at: activeAt, id }));
  const groups = new Map<string, CaseSummary[]>();
  for (const summary of rows.map(present))
    groups.set(summary.accountId, [...(groups.get(summary.accountId) ?? []), summary]);
  return { akten: [...groups].map(([accountId, akten]) => ({ accountId, akten })), ...next };
}

type NewestMessage = Pick<MessageRow, 'header' | 'text' | 'createdAt'>;
/** Builds the preview of the newest message in a list of cases. */
const buildPreview = ({ header, text }: NewestMessage): string =>
  [...(text.trim() || header)].slice(0, timelineLimits.previewLength).join('');

/** Updates the case's newest message after a message was stored. */
export const storeNewestMessage = (db: Db, caseId: string, message: NewestMessage): Promise<void> =>
  repository.storeNewestMessage(db, caseId, {
    lastMessage: buildPreview(message),
    at: message.createdAt,
  });

/** Recomputes the newest message after a withdrawal. The case keeps its position in the lists. */
export async function refreshNewest(db: Db, caseId: string): Promise<void> {
  const newest = await repository.findNewestMessage(db, caseId);
  await providerRepository.updateCase(db, caseId, {
    lastMessage: newest ? buildPreview(newest) : '',
    lastMessageDate: newest?.createdAt ?? null,
  });
}

import type { CompiledQuery } from 'kysely';
import type { Assignee, CaseList, CaseSummary, Folder } from '#schemas/cases.ts';
import { limits } from '#schemas/limits.ts';
import type { CaseRow, Db, MessageRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { folderTree } from './folderTree.ts';
import * as repository from './repository.ts';
import type { CaseScope, CaseSearch, CountedCase, SharedCase } from './repository.ts';

export type { CaseScope, SharedCase } from './repository.ts';
export const {
  countSharedCases,
  countUnreadByAccount,
  findFolder,
  knownClients,
  listClientIds,
  listClientsOf,
  lockedCase,
} = repository;

/** A case that the caller sees; throws `notFound` for another's as for an unknown one. */
export async function sharedCase(
  { db }: { db: Db },
  scope: CaseScope,
  caseId: string,
): Promise<SharedCase> {
  const found = await repository.sharedCaseById.first(db, scope, caseId);
  if (!found) throw problem('notFound');
  return found;
}

/** Makes changes of one case of these accounts take turns until the transaction ends; throws `notFound` for another's as for an unknown one. */
export async function lockCase(
  db: Db,
  accountIds: readonly string[],
  caseId: string,
): Promise<void> {
  if (!(await repository.lockedCase.first(db, accountIds, caseId))) throw problem('notFound');
}

/** A case of this account; throws `notFound` for another's as for an unknown one. */
export async function ownCase(db: Db, accountId: string, caseId: string): Promise<CaseRow> {
  const row = await repository.findCase(db, accountId, caseId);
  if (!row) throw problem('notFound');
  return row;
}

/** The folder that something lies in; null: the case itself, whose own timeline has its id. */
export const folderIdOf = ({
  caseId,
  timelineId,
}: Pick<MessageRow, 'caseId' | 'timelineId'>): string | null =>
  timelineId === caseId ? null : timelineId;

/** Names of people without pictures get none: the portal shows their initials. */
const presentAssignees = (assignees: string): Assignee[] =>
  (JSON.parse(assignees) as { firstName: string; lastName: string }[]).map((person) => ({
    ...person,
    profilePictureUrl: null,
  }));

function present(row: CountedCase): CaseSummary {
  const own = repository.readFolders(row.folders);
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
    categories: JSON.parse(row.categories) as string[],
    permissionToReply: row.permissionToReply === 1,
    serviceAkte: row.serviceAkte === 1,
    isEsyAkte: row.isEsyAkte === 1,
    assignees: presentAssignees(row.assignees),
  };
}

/** The folders of a case with what this client has not read in them. */
export async function foldersOf(db: Db, userId: string, { id }: SharedCase): Promise<Folder[]> {
  const found = await repository.foldersOfCase.first(db, userId, id);
  return found ? folderTree(id, repository.readFolders(found.folders)) : [];
}

export const countedCase = repository.countedCaseById;

/** Throws `notFound` where the case is not the caller's any more. */
export function summaryFrom([counted]: readonly CountedCase[]): CaseSummary {
  if (!counted) throw problem('notFound');
  return present(counted);
}

export const caseOf = async (
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
): Promise<CaseSummary> => summaryFrom(await countedCase.all(db, scope, caseId));

async function searchFor(
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

/** A page of a client's cases, last active first, by account. */
export async function listCases(
  { db }: Deps,
  scope: CaseScope,
  {
    Size = limits.case.pageSize,
    Cursor,
    Search,
    Unread,
  }: { Size?: number; Cursor?: string; Search?: string; Unread?: true },
): Promise<CaseList> {
  const search = await searchFor(db, scope.accountIds, Search);
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
/** What a list of cases shows of the newest message. */
const previewOf = ({ header, text }: NewestMessage): string =>
  [...(text.trim() || header)].slice(0, limits.message.previewLength).join('');

/** Notes a message that was just written where its case is listed. */
export const noteMessage = (
  db: Db,
  caseId: string,
  message: NewestMessage,
): CompiledQuery<unknown>[] =>
  repository.noteMessage(db, caseId, { lastMessage: previewOf(message), at: message.createdAt });

/** Finds the newest message anew, after one is no longer shared. The case keeps its place in the lists. */
export async function refreshNewest(db: Db, caseId: string): Promise<void> {
  const newest = await repository.findNewestMessage(db, caseId);
  await repository.updateCase(db, caseId, {
    lastMessage: newest ? previewOf(newest) : '',
    lastMessageDate: newest?.createdAt ?? null,
  });
}

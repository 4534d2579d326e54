import type { CaseSummary, Folder, ProviderCase } from './cases.ts';

/**
 * Returns true when a client may write: not in a closed case or after the end of the relation, and in
 * a service case with permission (docs/behaviour/cases.md#case).
 */
export const canReply = ({
  serviceAkte,
  permissionToReply,
  closedDate,
  endedDate,
}: Pick<CaseSummary, 'serviceAkte' | 'permissionToReply' | 'closedDate' | 'endedDate'>): boolean =>
  closedDate === null && endedDate === null && (!serviceAkte || permissionToReply);

/** Returns true for an open case whose newest message is a client's. */
export const isUnanswered = ({
  state,
  lastMessage,
}: Pick<ProviderCase, 'state' | 'lastMessage'>): boolean =>
  state === 'open' && lastMessage !== null && lastMessage.userId !== null;

/** Returns the path of folders to this id, outermost first; empty for an unknown id. */
export function listPathToFolder(folders: readonly Folder[], id: string): Folder[] {
  for (const folder of folders) {
    if (folder.id === id) return [folder];
    const below = listPathToFolder(folder.descendants, id);
    if (below.length > 0) return [folder, ...below];
  }
  return [];
}

/** Counts unread messages of a case and its folders (docs/behaviour/cases.md#case). */
export const countUnread = ({
  totalUnreadMessage,
  totalUnreadMessageInFolder,
}: Pick<CaseSummary, 'totalUnreadMessage' | 'totalUnreadMessageInFolder'>): number =>
  totalUnreadMessage + totalUnreadMessageInFolder;

/** Returns the folder of the newest unread message; undefined if the case itself has unread ones. */
export function findUnreadFolder({
  totalUnreadMessage,
  folders,
}: Pick<CaseSummary, 'totalUnreadMessage' | 'folders'>): Folder | undefined {
  if (totalUnreadMessage > 0) return undefined;
  const listAll = (inside: readonly Folder[]): Folder[] =>
    inside.flatMap((folder) => [folder, ...listAll(folder.descendants)]);
  return listAll(folders)
    .filter((folder) => folder.totalUnreadMessage > 0)
    .toSorted((a, b) => (b.lastMessageDate ?? '').localeCompare(a.lastMessageDate ?? ''))[0];
}

import type { CaseSummary, Folder } from './cases.ts';

/**
 * Returns true when a client may write. A service case needs permission
 * (docs/behaviour/cases.md#case).
 */
export const canReply = ({
  serviceAkte,
  permissionToReply,
}: Pick<CaseSummary, 'serviceAkte' | 'permissionToReply'>): boolean =>
  !serviceAkte || permissionToReply;

/** Returns the path of folders to this id, outermost first; empty for an unknown id. */
export function pathToFolder(folders: readonly Folder[], id: string): Folder[] {
  for (const folder of folders) {
    if (folder.id === id) return [folder];
    const below = pathToFolder(folder.descendants, id);
    if (below.length > 0) return [folder, ...below];
  }
  return [];
}

/** Counts unread messages of a case and its folders (docs/behaviour/cases.md#case). */
export const unreadIn = ({
  totalUnreadMessage,
  totalUnreadMessageInFolder,
}: Pick<CaseSummary, 'totalUnreadMessage' | 'totalUnreadMessageInFolder'>): number =>
  totalUnreadMessage + totalUnreadMessageInFolder;

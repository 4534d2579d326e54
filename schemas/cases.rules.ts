import type { CaseSummary, Folder } from './cases.ts';

/** Whether a client may write in a case: always, but in a service case only with permission (product.md §6). */
export const canReply = ({
  serviceAkte,
  permissionToReply,
}: Pick<CaseSummary, 'serviceAkte' | 'permissionToReply'>): boolean =>
  !serviceAkte || permissionToReply;

/** The folders from the outermost one down to the one with this id; empty when it is not among them. */
export function pathToFolder(folders: readonly Folder[], id: string): Folder[] {
  for (const folder of folders) {
    if (folder.id === id) return [folder];
    const below = pathToFolder(folder.descendants, id);
    if (below.length > 0) return [folder, ...below];
  }
  return [];
}

/** What the unread badge of a case counts: its own messages and those in its folders (product.md §3). */
export const unreadIn = ({
  totalUnreadMessage,
  totalUnreadMessageInFolder,
}: Pick<CaseSummary, 'totalUnreadMessage' | 'totalUnreadMessageInFolder'>): number =>
  totalUnreadMessage + totalUnreadMessageInFolder;

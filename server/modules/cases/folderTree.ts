import type { Folder } from '#schemas/cases.ts';
import type { CountedFolder } from './repository.ts';

/** The folders of one case as a tree, in the order in which they come. A folder whose parent is not among them is left out. */
export function folderTree(caseId: string, folders: readonly CountedFolder[]): Folder[] {
  const below = new Map<string | null, CountedFolder[]>();
  for (const folder of folders)
    below.set(folder.parentId, [...(below.get(folder.parentId) ?? []), folder]);
  const inside = (parent: CountedFolder | null): Folder[] =>
    (below.get(parent?.id ?? null) ?? []).map((folder) => ({
      id: folder.id,
      parentId: folder.parentId,
      parentName: parent?.name ?? null,
      rootId: caseId,
      name: folder.name,
      descendants: inside(folder),
      totalUnreadMessage: folder.unread,
      lastMessageDate: folder.lastMessageDate,
    }));
  return inside(null);
}

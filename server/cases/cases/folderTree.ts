import type { Folder } from '#schemas/cases/cases.ts';
import type { CountedFolder } from './repository.ts';

/**
 * Builds a case's folders as a tree in the given order. A folder with an unknown parent is omitted.
 */
export function buildFolderTree(caseId: string, folders: readonly CountedFolder[]): Folder[] {
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

import { makeSafeName } from '#schemas/files/downloadNames.ts';
import { splitFileName } from '#schemas/files/files.rules.ts';

/** Maximum length of the folders together, because Windows limits paths to 260 characters. */
const maxFolderBytes = 120;

function numberName(name: string, number: number): string {
  const { stem, extension } = splitFileName(name);
  return `${stem} (${number})${extension}`;
}

/** Creates unique paths within an archive, also for case-insensitive file systems. */
export function createPaths() {
  const counts = new Map<string, number>();

  function take(folder: string, name: string): string {
    const path = folder + name;
    const key = path.normalize('NFC').toLowerCase();
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? path : take(folder, numberName(name, count + 1));
  }

  return {
    file: (folder: string, name: string): string => take(folder, makeSafeName(name)),
    /** Ends with a slash. A folder above the maximum depth is moved up and keeps its name. */
    folder(parent: string, name: string): string {
      const own = makeSafeName(name);
      let above = parent;
      while (above !== '' && Buffer.byteLength(above + own) > maxFolderBytes)
        above = above.replace(/[^/]+\/$/, '');
      return `${take(above, own)}/`;
    },
  };
}

import { safeFileName } from '#schemas/files.rules.ts';

const maxNameBytes = 100;
/** Of all folders together: what unpacks an archive often takes no path longer than 260 characters. */
const maxFolderBytes = 120;

/** Names that Windows keeps for itself, whatever follows behind a dot. */
const isReserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A name that every file system takes, and that leads nowhere else. */
export function safeName(given: string): string {
  const name = safeFileName(given.replace(/[<>:"/\\|?*]/g, '_'), maxNameBytes);
  return name === '' || isReserved.test(name) ? `_${name}` : name;
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Gives out paths within an archive, each one once, for file systems too that know no capitals. */
export function createPaths() {
  const counts = new Map<string, number>();

  function take(folder: string, name: string): string {
    const path = folder + name;
    const key = path.normalize('NFC').toLowerCase();
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? path : take(folder, numbered(name, count + 1));
  }

  return {
    file: (folder: string, name: string): string => take(folder, safeName(name)),
    /** With a slash at its end. One that would lie too deep stands farther out, under its own name all the same. */
    folder(parent: string, name: string): string {
      const own = safeName(name);
      let place = parent;
      while (place !== '' && Buffer.byteLength(place + own) > maxFolderBytes)
        place = place.replace(/[^/]+\/$/, '');
      return `${take(place, own)}/`;
    },
  };
}

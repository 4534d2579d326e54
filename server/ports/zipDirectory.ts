import { strFromU8 } from 'fflate';
import { limits } from '#schemas/limits.ts';

export const localHeader = Buffer.from('PK\x03\x04');
const centralHeader = 0x02014b50;
const directoryEnd = Buffer.from('PK\x05\x06');
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const isLocked = 1;
const isDescribed = 8; // its sizes follow its content
const isUtf8 = 2048;
const hugeSize = 0xffffffff; // told elsewhere, as writers do that are ready for huge files
const hugeEnd = Buffer.from('PK\x06\x06');
const hugeEndBytes = 76; // with what points at it
const maxCommentBytes = 65_535;
const descriptorBytes = [12, 16, 20, 24];

const { maxHeaders, maxDirectoryBytes, maxNameBytes } = limits.archive;

/** An entry as whoever reads an archive in order finds it. */
export type ReadEntry = { name: string; compression: number; inflatedBytes: number };
type Header = {
  name: string;
  flags: number;
  compression: number;
  packedBytes: number;
  bodyAt: number;
};
type Listed = {
  name: string;
  flags: number;
  compression: number;
  packedBytes: number;
  inflatedBytes: number;
  at: number;
};

const nameOf = (bytes: Uint8Array, flags: number): string =>
  strFromU8(bytes, (flags & isUtf8) === 0);

/** The only place where a directory's end can be: whose comment ends with the archive. Two of them are two stories. */
function endOf(tail: Buffer): number | undefined {
  const found = [];
  for (
    let at = tail.indexOf(directoryEnd, Math.max(0, tail.length - endBytes - maxCommentBytes));
    at !== -1;
    at = tail.indexOf(directoryEnd, at + 1)
  ) {
    if (at + endBytes <= tail.length && at + endBytes + tail.readUInt16LE(at + 20) === tail.length)
      found.push(at);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** How much stands before a directory's end that says the same for huge archives; undefined when it says something else. */
function hugeEndBefore(tail: Buffer, end: number): number | undefined {
  const at = end - hugeEndBytes;
  if (at < 0 || !tail.subarray(at, at + hugeEnd.length).equals(hugeEnd)) return 0;
  const isSame =
    Number(tail.readBigUInt64LE(at + 32)) === tail.readUInt16LE(end + 10) &&
    Number(tail.readBigUInt64LE(at + 40)) === tail.readUInt32LE(end + 12) &&
    Number(tail.readBigUInt64LE(at + 48)) === tail.readUInt32LE(end + 16);
  return isSame ? hugeEndBytes : undefined;
}

/** What the directory lists, by place in the archive; undefined when it is none. */
function listedIn(directory: Buffer): Listed[] | undefined {
  const listed: Listed[] = [];
  for (let at = 0; at < directory.length;) {
    if (at + centralBytes > directory.length || directory.readUInt32LE(at) !== centralHeader)
      return undefined;
    const flags = directory.readUInt16LE(at + 8);
    const nameAt = at + centralBytes;
    const nameEnd = nameAt + directory.readUInt16LE(at + 28);
    listed.push({
      flags,
      compression: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      inflatedBytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
      name: nameOf(directory.subarray(nameAt, nameEnd), flags),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at > directory.length) return undefined;
  }
  return listed.sort((a, b) => a.at - b.at);
}

/** Keeps the end of what passes, as much as a directory may take. */
export function keepEnd() {
  const last: Uint8Array[] = [];
  let lastBytes = 0;
  return {
    push(chunk: Uint8Array): void {
      last.push(Uint8Array.prototype.slice.call(chunk)); // the one who pushes may use its bytes again
      lastBytes += chunk.length;
      while (lastBytes - (last[0]?.length ?? 0) >= maxDirectoryBytes)
        lastBytes -= last.shift()?.length ?? 0;
    },
    bytes: (): Buffer => Buffer.concat(last),
  };
}

/**
 * Follows an archive as it passes. Programs that unpack it go by the directory at its end, which may name other entries than
 * lie there in order: `isTrue` tells whether the two are the same, one beside the other, and nothing between them.
 */
export function followDirectory() {
  const headers = new Map<number, Header>();
  let rest: Buffer = Buffer.alloc(0);
  let restAt = 0;
  let isTooMuch = false;
  let total = 0;
  const last = keepEnd();

  /** Looks for headers: where entries begin is known only at the end, so each that could be one is noted. */
  function noteHeaders(chunk: Uint8Array): { hasLock: boolean } {
    const seen = Buffer.concat([rest, chunk]);
    let hasLock = false;
    let keepFrom = Math.max(0, seen.length - (localHeader.length - 1));
    for (let at = seen.indexOf(localHeader); at !== -1; at = seen.indexOf(localHeader, at + 1)) {
      const nameAt = at + localBytes;
      const nameBytes = nameAt <= seen.length ? seen.readUInt16LE(at + 26) : 0;
      if (nameBytes > maxNameBytes) continue; // not noted is not true: or a few bytes, each a header to the next ones, would fill the memory
      const nameEnd = nameAt + nameBytes;
      if (nameEnd > seen.length) {
        keepFrom = Math.min(keepFrom, at);
        break;
      }
      const flags = seen.readUInt16LE(at + 6);
      hasLock ||= (flags & isLocked) !== 0;
      headers.set(restAt + at, {
        flags,
        compression: seen.readUInt16LE(at + 8),
        packedBytes: seen.readUInt32LE(at + 18),
        bodyAt: restAt + nameEnd + seen.readUInt16LE(at + 28),
        name: nameOf(seen.subarray(nameAt, nameEnd), flags),
      });
      isTooMuch ||= headers.size > maxHeaders;
      if (isTooMuch) headers.clear();
    }
    rest = Buffer.from(seen.subarray(keepFrom));
    restAt += keepFrom;
    return { hasLock };
  }

  return {
    /** Whether an entry is locked by a password. */
    push(chunk: Uint8Array): { hasLock: boolean } {
      total += chunk.length;
      last.push(chunk);
      return isTooMuch ? { hasLock: false } : noteHeaders(chunk);
    },

    isTrue(read: readonly ReadEntry[]): boolean {
      const tail = last.bytes();
      const tailAt = total - tail.length;
      const end = endOf(tail);
      if (isTooMuch || end === undefined) return false;
      const directoryAt = tail.readUInt32LE(end + 16) - tailAt;
      const directoryBytes = tail.readUInt32LE(end + 12);
      const huge = hugeEndBefore(tail, end);
      if (huge === undefined || directoryAt < 0 || directoryAt + directoryBytes + huge !== end)
        return false; // too large, or something lies between
      const listed = listedIn(tail.subarray(directoryAt, directoryAt + directoryBytes));
      if (listed?.length !== read.length || tail.readUInt16LE(end + 10) !== read.length)
        return false;
      return listed.every((entry, index) => {
        const header = headers.get(entry.at);
        const found = read[index];
        if (!header || !found || (index === 0 && entry.at !== 0)) return false;
        const gap =
          (listed[index + 1]?.at ?? tailAt + directoryAt) - header.bodyAt - entry.packedBytes;
        const hasDescriptor = (header.flags & isDescribed) !== 0;
        return (
          entry.name === header.name &&
          entry.name === found.name &&
          entry.compression === header.compression &&
          entry.compression === found.compression &&
          ((entry.flags ^ header.flags) & (isLocked | isUtf8)) === 0 &&
          entry.inflatedBytes === found.inflatedBytes &&
          (entry.compression !== 0 || entry.packedBytes === entry.inflatedBytes) &&
          (hasDescriptor
            ? descriptorBytes.includes(gap)
            : gap === 0 && [entry.packedBytes, hugeSize].includes(header.packedBytes))
        );
      });
    },
  };
}

/** An entry's size, also where it stands in the part for huge files, which writers put first. */
function inflatedBytesOf(directory: Buffer, at: number): number {
  const short = directory.readUInt32LE(at + 24);
  const extraAt = at + centralBytes + directory.readUInt16LE(at + 28);
  const isElsewhere =
    short === hugeSize && extraAt + 12 <= directory.length && directory.readUInt16LE(extraAt) === 1;
  return isElsewhere ? Number(directory.readBigUInt64LE(extraAt + 4)) : short;
}

/** Where a directory begins and ends in an archive's end, and how many entries it says it has. */
function placeOf(
  tail: Buffer,
  size: number,
): { start: number; stop: number; entries: number } | undefined {
  const end = endOf(tail);
  if (end === undefined) return undefined;
  const hugeAt = end - hugeEndBytes;
  const isHuge = hugeAt >= 0 && tail.subarray(hugeAt, hugeAt + hugeEnd.length).equals(hugeEnd);
  const [stop, entries, bytes, at] = isHuge
    ? ([hugeAt, ...[32, 40, 48].map((offset) => Number(tail.readBigUInt64LE(hugeAt + offset)))] as [
        number,
        number,
        number,
        number,
      ])
    : [end, tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  // Some programs go by where it says that it begins, some by how long it says that it is.
  return at === size - tail.length + stop - bytes
    ? { start: stop - bytes, stop, entries }
    : undefined;
}

/** How much the directory of an archive of `size` bytes says is in it, by the archive's end; undefined where none can be read there, or it is not what its end says. */
export function toldBy(
  tail: Buffer,
  size: number,
): { entries: number; inflatedBytes: number } | undefined {
  const place = placeOf(tail, size);
  if (!place) return undefined;
  const { start, stop } = place;
  if (start < 0) return { entries: Infinity, inflatedBytes: Infinity }; // a directory larger than any that we take
  let [entries, inflatedBytes] = [0, 0];
  for (let at = start; at < stop; entries += 1) {
    if (at + centralBytes > stop || tail.readUInt32LE(at) !== centralHeader) return undefined;
    inflatedBytes += inflatedBytesOf(tail, at);
    at +=
      centralBytes +
      tail.readUInt16LE(at + 28) +
      tail.readUInt16LE(at + 30) +
      tail.readUInt16LE(at + 32);
  }
  return entries === place.entries ? { entries, inflatedBytes } : undefined;
}

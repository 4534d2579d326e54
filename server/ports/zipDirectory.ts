import { strFromU8 } from 'fflate';
import { archiveLimits } from '#server/ports/limits.ts';

export const localHeader = Buffer.from('PK\x03\x04');
const centralHeader = 0x02014b50;
const directoryEnd = Buffer.from('PK\x05\x06');
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const isLocked = 1;
const isDescribed = 8; // its sizes follow its content (data descriptor)
const isUtf8 = 2048;
const hugeSize = 0xffffffff; // stored in the ZIP64 part
const hugeEnd = Buffer.from('PK\x06\x06');
const hugeEndBytes = 76; // with its locator
const maxCommentBytes = 65_535;
const blanks = Buffer.from('\0\t\n\r ');
const descriptorBytes = [12, 16, 20, 24];

const { maxHeaders, maxDirectoryBytes, maxNameBytes, maxPaddingBytes } = archiveLimits;

/** A local entry, as a program that reads in order finds it. */
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

const readName = (bytes: Uint8Array, flags: number): string =>
  strFromU8(bytes, (flags & isUtf8) === 0);

/** Returns true for the few zero bytes and blanks that programs and transfers append. */
const isPadding = (bytes: Buffer): boolean =>
  bytes.length <= maxPaddingBytes && bytes.every((byte) => blanks.includes(byte));

/**
 * Finds the end of the central directory: its comment must end with the archive, except for
 * padding. Two candidates are ambiguous.
 */
function findEnd(tail: Buffer): number | undefined {
  const found = [];
  const longest = endBytes + maxCommentBytes + maxPaddingBytes;
  for (
    let at = tail.indexOf(directoryEnd, Math.max(0, tail.length - longest));
    at !== -1;
    at = tail.indexOf(directoryEnd, at + 1)
  ) {
    const end = at + endBytes;
    if (end > tail.length) continue;
    const behind = end + tail.readUInt16LE(at + 20);
    if (behind <= tail.length && isPadding(tail.subarray(behind))) found.push(at);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the length of the ZIP64 record before the end record; undefined if they contradict. */
function measureHugeEnd(tail: Buffer, end: number): number | undefined {
  const at = end - hugeEndBytes;
  if (at < 0 || !tail.subarray(at, at + hugeEnd.length).equals(hugeEnd)) return 0;
  const isSame =
    Number(tail.readBigUInt64LE(at + 32)) === tail.readUInt16LE(end + 10) &&
    Number(tail.readBigUInt64LE(at + 40)) === tail.readUInt32LE(end + 12) &&
    Number(tail.readBigUInt64LE(at + 48)) === tail.readUInt32LE(end + 16);
  return isSame ? hugeEndBytes : undefined;
}

/** Parses the central directory by position in the archive; undefined if it is invalid. */
function parseDirectory(directory: Buffer): Listed[] | undefined {
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
      name: readName(directory.subarray(nameAt, nameEnd), flags),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at > directory.length) return undefined;
  }
  return listed.sort((a, b) => a.at - b.at);
}

/** Reads a local header at the beginning of `bytes`, which has the position `at` in the archive. */
function readHeader(bytes: Buffer, at: number): Header {
  const flags = bytes.readUInt16LE(6);
  const nameEnd = localBytes + bytes.readUInt16LE(26);
  return {
    flags,
    compression: bytes.readUInt16LE(8),
    packedBytes: bytes.readUInt32LE(18),
    bodyAt: at + nameEnd + bytes.readUInt16LE(28),
    name: readName(bytes.subarray(localBytes, nameEnd), flags),
  };
}

/** Keeps the last bytes of the stream, as many as a directory may have. */
export function keepEnd() {
  const last: Uint8Array[] = [];
  let lastBytes = 0;
  return {
    push(chunk: Uint8Array): void {
      last.push(Uint8Array.prototype.slice.call(chunk)); // the producer may reuse its buffer
      lastBytes += chunk.length;
      while (lastBytes - (last[0]?.length ?? 0) >= maxDirectoryBytes)
        lastBytes -= last.shift()?.length ?? 0;
    },
    bytes: (): Buffer => Buffer.concat(last),
  };
}

const isAscii = (name: string): boolean => /^[\0-\x7f]*$/.test(name);

/** Flags that must be equal in directory and local header; an ASCII name is the same in UTF-8. */
const getDecisiveFlags = (name: string): number => isLocked | (isAscii(name) ? 0 : isUtf8);

/** Returns whether directory, local header and content agree, and no gap follows. */
function isSameEntry(entry: Listed, header: Header, found: ReadEntry, nextAt: number): boolean {
  const gap = nextAt - header.bodyAt - entry.packedBytes;
  const hasDescriptor = (header.flags & isDescribed) !== 0;
  return (
    entry.name === header.name &&
    entry.name === found.name &&
    entry.compression === header.compression &&
    entry.compression === found.compression &&
    ((entry.flags ^ header.flags) & getDecisiveFlags(entry.name)) === 0 &&
    entry.inflatedBytes === found.inflatedBytes &&
    (entry.compression !== 0 || entry.packedBytes === entry.inflatedBytes) &&
    (hasDescriptor
      ? descriptorBytes.includes(gap)
      : gap === 0 && [entry.packedBytes, hugeSize].includes(header.packedBytes))
  );
}

/** Returns whether the directory at the end of an archive lists exactly these entries. */
function isDirectoryTrue(
  tail: Buffer,
  tailAt: number,
  headers: ReadonlyMap<number, Header>,
  read: readonly ReadEntry[],
): boolean {
  const end = findEnd(tail);
  if (end === undefined) return false;
  const directoryAt = tail.readUInt32LE(end + 16) - tailAt;
  const directoryBytes = tail.readUInt32LE(end + 12);
  const huge = measureHugeEnd(tail, end);
  if (huge === undefined || directoryAt < 0 || directoryAt + directoryBytes + huge !== end)
    return false; // too large, or a gap between the entries
  const listed = parseDirectory(tail.subarray(directoryAt, directoryAt + directoryBytes));
  if (listed?.length !== read.length || tail.readUInt16LE(end + 10) !== read.length) return false;
  return listed.every((entry, index) => {
    const header = headers.get(entry.at);
    const found = read[index];
    if (!header || !found || (index === 0 && entry.at !== 0)) return false;
    const nextAt = listed[index + 1]?.at ?? tailAt + directoryAt;
    return isSameEntry(entry, header, found, nextAt);
  });
}

/**
 * Follows an archive as it passes. Unpackers use the central directory, which may list other
 * entries than the local headers: `isTrue` returns whether both agree without gaps.
 */
export function followDirectory() {
  const headers = new Map<number, Header>();
  let rest: Buffer = Buffer.alloc(0);
  let restAt = 0;
  let isTooMuch = false;
  let total = 0;
  const last = keepEnd();

  /**
   * Notes every possible local header, because the entries' positions are known only at the end.
   */
  function noteHeaders(chunk: Uint8Array): { hasLock: boolean } {
    const seen = Buffer.concat([rest, chunk]);
    let hasLock = false;
    let keepFrom = Math.max(0, seen.length - (localHeader.length - 1));
    for (let at = seen.indexOf(localHeader); at !== -1; at = seen.indexOf(localHeader, at + 1)) {
      const nameAt = at + localBytes;
      const nameBytes = nameAt <= seen.length ? seen.readUInt16LE(at + 26) : 0;
      // a header that is not noted is refused, because a crafted file could fill the memory with
      // headers
      if (nameBytes > maxNameBytes) continue;
      const nameEnd = nameAt + nameBytes;
      if (nameEnd > seen.length) {
        keepFrom = Math.min(keepFrom, at);
        break;
      }
      const header = readHeader(seen.subarray(at), restAt + at);
      hasLock ||= (header.flags & isLocked) !== 0;
      headers.set(restAt + at, header);
      isTooMuch ||= headers.size > maxHeaders;
      if (isTooMuch) headers.clear();
    }
    rest = Buffer.from(seen.subarray(keepFrom));
    restAt += keepFrom;
    return { hasLock };
  }

  return {
    /** Returns whether an entry is encrypted. */
    push(chunk: Uint8Array): { hasLock: boolean } {
      total += chunk.length;
      last.push(chunk);
      return isTooMuch ? { hasLock: false } : noteHeaders(chunk);
    },

    isTrue(read: readonly ReadEntry[]): boolean {
      const tail = last.bytes();
      return !isTooMuch && isDirectoryTrue(tail, total - tail.length, headers, read);
    },
  };
}

/** Reads an entry's size, also from its ZIP64 field, which writers put first. */
function getInflatedBytes(directory: Buffer, at: number): number {
  const short = directory.readUInt32LE(at + 24);
  const extraAt = at + centralBytes + directory.readUInt16LE(at + 28);
  const isElsewhere =
    short === hugeSize && extraAt + 12 <= directory.length && directory.readUInt16LE(extraAt) === 1;
  return isElsewhere ? Number(directory.readBigUInt64LE(extraAt + 4)) : short;
}

/** Reads position, length and number of entries of the directory. */
function locateDirectory(
  tail: Buffer,
  size: number,
): { start: number; stop: number; entries: number } | undefined {
  const end = findEnd(tail);
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
  // Some programs use the offset of the directory, others its length.
  return at === size - tail.length + stop - bytes
    ? { start: stop - bytes, stop, entries }
    : undefined;
}

/**
 * Returns the uncompressed size that the directory declares; undefined if it cannot be read or
 * contradicts the end record.
 */
export function getDeclaredSize(
  tail: Buffer,
  size: number,
): { entries: number; inflatedBytes: number } | undefined {
  const place = locateDirectory(tail, size);
  if (!place) return undefined;
  const { start, stop } = place;
  // a directory above the limit
  if (start < 0) return { entries: Infinity, inflatedBytes: Infinity };
  let [entries, inflatedBytes] = [0, 0];
  for (let at = start; at < stop; entries += 1) {
    if (at + centralBytes > stop || tail.readUInt32LE(at) !== centralHeader) return undefined;
    inflatedBytes += getInflatedBytes(tail, at);
    at +=
      centralBytes +
      tail.readUInt16LE(at + 28) +
      tail.readUInt16LE(at + 30) +
      tail.readUInt16LE(at + 32);
  }
  return entries === place.entries ? { entries, inflatedBytes } : undefined;
}

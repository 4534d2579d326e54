import { zipSync, type Zippable } from 'fflate';

/** Builds a zip of these entries; `level: 0` stores them uncompressed. */
export const buildZip = (entries: Zippable, level: 0 | 9 = 9): Buffer =>
  Buffer.from(zipSync(entries, { level }));

/** Nests a zip in zips to this depth. */
export function nested(depth: number, content: Buffer): Buffer {
  let inner = content;
  for (let at = 0; at < depth; at += 1)
    inner = buildZip({ [at === 0 ? 'content.txt' : 'inner.zip']: inner }, at % 2 === 0 ? 9 : 0);
  return inner;
}

/** Marks every entry of a zip as encrypted. */
export function locked(zip: Buffer): Buffer {
  const marked = Buffer.from(zip);
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (
      let at = marked.indexOf(signature, 0, 'latin1');
      at !== -1;
      at = marked.indexOf(signature, at + 1, 'latin1')
    )
      marked[at + flags] = (marked[at + flags] ?? 0) | 1;
  }
  return marked;
}

/** Finds an archive's central directory. */
const findDirectory = (zip: Buffer) => ({
  at: zip.readUInt32LE(zip.length - 6),
  bytes: zip.readUInt32LE(zip.length - 10),
});

/**
 * Builds an ambiguous zip: its local headers list one stored entry, its directory another one
 * inside of that.
 */
export function withHidden(content: Buffer): Buffer {
  const hidden = buildZip({ 'hidden.txt': content });
  const inner = findDirectory(hidden);
  const outer = buildZip(
    { 'seen.bin': Buffer.concat([Buffer.from('x'), hidden.subarray(0, inner.at)]) },
    0,
  );
  const { at } = findDirectory(outer);
  const directory = Buffer.from(hidden.subarray(inner.at));
  directory.writeUInt32LE(at - inner.at, 42); // where the entry is
  directory.writeUInt32LE(at, directory.length - 6);
  return Buffer.concat([outer.subarray(0, at), directory]);
}

/** Builds a zip whose directory omits the first of two entries. */
export function withUnlisted(first: Buffer, second: Buffer): Buffer {
  const zip = buildZip({ 'a.txt': first, 'b.txt': second }, 0);
  const { at, bytes } = findDirectory(zip);
  const end = Buffer.from(zip.subarray(at + bytes));
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(bytes / 2, 12);
  return Buffer.concat([zip.subarray(0, at), zip.subarray(at + bytes / 2, at + bytes), end]);
}

/** Builds a zip with extra bytes between its entries and its directory. */
export function withGap(zip: Buffer, gap: Buffer): Buffer {
  const { at } = findDirectory(zip);
  const directory = Buffer.from(zip.subarray(at));
  directory.writeUInt32LE(at + gap.length, directory.length - 6);
  return Buffer.concat([zip.subarray(0, at), gap, directory]);
}

/** Adds bytes behind the end of a zip. */
export const withBehind = (zip: Buffer, behind: string): Buffer =>
  Buffer.concat([zip, Buffer.from(behind, 'latin1')]);

/** Flips the flag for names in UTF-8 in the directory of a zip, and not in its local headers. */
export function withUtf8Directory(zip: Buffer): Buffer {
  const flagged = Buffer.from(zip);
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 1))
    flagged.writeUInt16LE(flagged.readUInt16LE(at + 8) ^ 2048, at + 8);
  return flagged;
}

/** Builds a zip whose comment is another end record. */
export function withTwoEnds(zip: Buffer): Buffer {
  const { at, bytes } = findDirectory(zip);
  const end = Buffer.from(zip.subarray(at + bytes));
  const first = Buffer.from(end);
  first.writeUInt16LE(end.length, 20);
  return Buffer.concat([zip.subarray(0, at + bytes), first, end]);
}

/** Changes the end record of a zip: another number of entries or another directory length. */
export function misdescribed(
  zip: Buffer,
  { count, bytes }: { count?: number; bytes?: number },
): Buffer {
  const told = Buffer.from(zip);
  const end = told.length - 22;
  if (count !== undefined) told.writeUInt16LE(count, end + 10);
  if (bytes !== undefined) told.writeUInt32LE(bytes, end + 12);
  return told;
}

/** Builds a zip of one entry with ZIP64 sizes; `packedBytes` as in its local header. */
export function readyForHuge(content: Buffer, packedBytes = content.length): Buffer {
  const zip = buildZip({ 'a.txt': content }, 0);
  const { at, bytes } = findDirectory(zip);
  const sizes = Buffer.alloc(20);
  sizes.writeUInt16LE(1, 0);
  sizes.writeUInt16LE(16, 2);
  sizes.writeBigUInt64LE(BigInt(content.length), 4);
  sizes.writeBigUInt64LE(BigInt(packedBytes), 12);
  const header = Buffer.from(zip.subarray(0, 30));
  header.fill(0xff, 18, 26);
  header.writeUInt16LE(sizes.length, 28);
  const directoryAt = at + sizes.length;
  const huge = Buffer.alloc(76);
  huge.write('PK\x06\x06', 0, 'latin1');
  huge.writeBigUInt64LE(44n, 4);
  for (const place of [24, 32]) huge.writeBigUInt64LE(1n, place);
  huge.writeBigUInt64LE(BigInt(bytes), 40);
  huge.writeBigUInt64LE(BigInt(directoryAt), 48);
  huge.write('PK\x06\x07', 56, 'latin1');
  huge.writeBigUInt64LE(BigInt(directoryAt + bytes), 64);
  huge.writeUInt32LE(1, 72);
  const end = Buffer.from(zip.subarray(at + bytes));
  end.writeUInt32LE(directoryAt, end.length - 6);
  return Buffer.concat([
    header,
    zip.subarray(30, 35),
    sizes,
    zip.subarray(35, at + bytes),
    huge,
    end,
  ]);
}

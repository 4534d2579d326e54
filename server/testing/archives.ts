import { zipSync, type Zippable } from 'fflate';

/** A zip with these entries; `level: 0` leaves them as they are. */
export const zipOf = (entries: Zippable, level: 0 | 9 = 9): Buffer =>
  Buffer.from(zipSync(entries, { level }));

/** A zip in a zip in a zip, so many deep. */
export function nested(depth: number, content: Buffer): Buffer {
  let inner = content;
  for (let at = 0; at < depth; at += 1)
    inner = zipOf({ [at === 0 ? 'content.txt' : 'inner.zip']: inner }, at % 2 === 0 ? 9 : 0);
  return inner;
}

/** The same zip with every entry marked as locked by a password. */
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

/** Where an archive's directory lies. */
const directoryOf = (zip: Buffer) => ({
  at: zip.readUInt32LE(zip.length - 6),
  bytes: zip.readUInt32LE(zip.length - 10),
});

/** A zip that tells two stories: read in order it has one stored entry, by its directory another one that lies hidden inside of that. */
export function withHidden(content: Buffer): Buffer {
  const hidden = zipOf({ 'hidden.txt': content });
  const inner = directoryOf(hidden);
  const outer = zipOf(
    { 'seen.bin': Buffer.concat([Buffer.from('x'), hidden.subarray(0, inner.at)]) },
    0,
  );
  const { at } = directoryOf(outer);
  const directory = Buffer.from(hidden.subarray(inner.at));
  directory.writeUInt32LE(at - inner.at, 42); // where the entry lies
  directory.writeUInt32LE(at, directory.length - 6);
  return Buffer.concat([outer.subarray(0, at), directory]);
}

/** A zip whose directory leaves out the first of its two entries. */
export function withUnlisted(first: Buffer, second: Buffer): Buffer {
  const zip = zipOf({ 'a.txt': first, 'b.txt': second }, 0);
  const { at, bytes } = directoryOf(zip);
  const end = Buffer.from(zip.subarray(at + bytes));
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(bytes / 2, 12);
  return Buffer.concat([zip.subarray(0, at), zip.subarray(at + bytes / 2, at + bytes), end]);
}

/** A zip with bytes between its entries and its directory that belong to neither. */
export function withGap(zip: Buffer, gap: Buffer): Buffer {
  const { at } = directoryOf(zip);
  const directory = Buffer.from(zip.subarray(at));
  directory.writeUInt32LE(at + gap.length, directory.length - 6);
  return Buffer.concat([zip.subarray(0, at), gap, directory]);
}

/** A zip with a comment that is another directory's end. */
export function withTwoEnds(zip: Buffer): Buffer {
  const { at, bytes } = directoryOf(zip);
  const end = Buffer.from(zip.subarray(at + bytes));
  const first = Buffer.from(end);
  first.writeUInt16LE(end.length, 20);
  return Buffer.concat([zip.subarray(0, at + bytes), first, end]);
}

/** The same zip whose end tells of another directory than is there: of `count` entries, or of so many bytes. */
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

/** A zip of one entry with its sizes and its directory told as for huge archives too; `packedBytes` as its entry tells it. */
export function readyForHuge(content: Buffer, packedBytes = content.length): Buffer {
  const zip = zipOf({ 'a.txt': content }, 0);
  const { at, bytes } = directoryOf(zip);
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

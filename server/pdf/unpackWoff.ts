import { inflateSync } from 'node:zlib';

/** Lengths in bytes, as in https://www.w3.org/TR/WOFF/ and TrueType. */
const woffHead = 44;
const woffEntry = 20;
const sfntHead = 12;
const sfntEntry = 16;

/**
 * Converts a WOFF font to TrueType, because unpacking its tables per document takes most of the
 * time.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(sfntHead + sfntEntry * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(woffHead + woffEntry * index, woffHead + woffEntry * (index + 1));
    const [from, packedLength, length, checksum] = [4, 8, 12, 16].map((at) =>
      entry.readUInt32BE(at),
    ) as [number, number, number, number];
    const packed = woff.subarray(from, from + packedLength);
    const at = sfntHead + sfntEntry * index;
    entry.copy(head, at, 0, 4);
    [checksum, offset, length].forEach((value, field) =>
      head.writeUInt32BE(value, at + 4 + 4 * field),
    );
    const padding = (4 - (length % 4)) % 4;
    parts.push(packedLength < length ? inflateSync(packed) : packed, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}

import { zipSync, type Zippable } from 'fflate';

/** A zip with these entries; `level: 0` leaves them as they are. */
export const zipOf = (entries: Zippable, level: 0 | 9 = 9): Buffer => Buffer.from(zipSync(entries, { level }));

/** A zip in a zip in a zip, so many deep. */
export function nested(depth: number, content: Buffer): Buffer {
  let inner = content;
  for (let at = 0; at < depth; at += 1) inner = zipOf({ [at === 0 ? 'content.txt' : 'inner.zip']: inner }, at % 2 === 0 ? 9 : 0);
  return inner;
}

/** The same zip with every entry marked as locked by a password. */
export function locked(zip: Buffer): Buffer {
  const marked = Buffer.from(zip);
  for (const [signature, flags] of [['PK\x03\x04', 6], ['PK\x01\x02', 8]] as const) {
    for (let at = marked.indexOf(signature, 0, 'latin1'); at !== -1; at = marked.indexOf(signature, at + 1, 'latin1')) marked[at + flags] = (marked[at + flags] ?? 0) | 1;
  }
  return marked;
}

import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';

export type StoredBlob = {
  key: string;
  /** bytes */
  size: number;
  /** SHA-256, hex */
  sha256: string;
};

/** Stores blobs under generated keys. A blob survives a power failure once `put` has resolved. */
export type BlobStore = {
  /**
   * Rejects with BlobTooLarge above `maxBytes`, or with the stream's error; then nothing is stored.
   */
  put(content: Readable, options: { maxBytes: number }): Promise<StoredBlob>;
  /** Reads a blob, or a range of it, both ends inclusive. Rejects for an unknown key. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Lists the keys of blobs stored before an instant, in pages. */
  list(before: Date): AsyncIterable<string[]>;
  /** Removes unfinished uploads that started before an instant. */
  removeUnfinished(before: Date): Promise<void>;
  /** Rejects if the store is not reachable. */
  check(): Promise<void>;
};

export class BlobTooLarge extends Error {}

/** Counts and hashes the bytes of a stream, and fails it above the limit. */
export function meter(maxBytes: number): {
  stream: Transform;
  result: () => { size: number; sha256: string };
} {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new BlobTooLarge());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}

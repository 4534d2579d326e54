import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';

export type StoredBlob = {
  key: string;
  /** bytes */
  size: number;
  /** hex */
  sha256: string;
};

/** Keeps bytes under keys of its own making. What `put` has answered survives a power cut. */
export type BlobStore = {
  /** Rejects with BlobTooLarge past `maxBytes`, or with the stream's own error; then nothing is kept. */
  put(content: Readable, options: { maxBytes: number }): Promise<StoredBlob>;
  /** The whole blob, or so much of it, both ends included. Rejects when there is no such blob. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys of what was stored before the given instant, page by page. */
  list(before: Date): AsyncIterable<string[]>;
  /** Removes what broken-off uploads begun before the given instant have left. */
  removeUnfinished(before: Date): Promise<void>;
  /** Rejects when the store cannot be reached. */
  check(): Promise<void>;
};

export class BlobTooLarge extends Error {}

/** Counts and hashes what passes through, and stops it past the limit. */
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

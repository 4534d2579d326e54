import { Transform } from 'node:stream';
import { headLength, listContentRules, type ContentRule } from '#schemas/files/contentRules.ts';

/** The content does not match the file's extension. */
export class ContentMismatch extends Error {}

/** Looks for bytes in a stream, also across two chunks. */
function createSearch(wanted: readonly Buffer[]) {
  let missing = wanted;
  let tail = Buffer.alloc(0);
  return {
    push(chunk: Buffer): void {
      if (missing.length === 0) return;
      const seen = Buffer.concat([tail, chunk]);
      missing = missing.filter((part) => !seen.includes(part));
      const kept = Math.max(0, ...missing.map(({ length }) => length - 1));
      tail = kept > 0 ? Buffer.from(seen.subarray(-kept)) : Buffer.alloc(0);
    },
    hasAll: (): boolean => missing.length === 0,
  };
}

/** A content that the file may have, and the search for the bytes that prove it. */
type Candidate = Pick<ContentRule, 'storedAs'> & ReturnType<typeof createSearch>;

const createCandidate = ({ contains, storedAs }: ContentRule): Candidate => ({
  storedAs,
  ...createSearch(contains.map((part) => Buffer.from(part, 'latin1'))),
});

/**
 * Checks a file as it passes; the stream fails with ContentMismatch if its bytes do not match the
 * extension. An empty file is checked elsewhere.
 */
export function checkContent(extension: string) {
  let head = Buffer.alloc(0);
  let candidates: Candidate[] | undefined;
  let storedAs = extension;

  /** Begins the search when enough bytes are known; returns false for a mismatch. */
  function judge(): boolean {
    candidates = listContentRules(extension, head.toString('latin1')).map(createCandidate);
    candidates.forEach((each) => each.push(head));
    return candidates.length > 0;
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (candidates) {
        candidates.forEach((each) => each.push(chunk));
        return done(null, chunk);
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < headLength) return done();
      done(judge() ? null : new ContentMismatch(), head);
    },
    flush(done) {
      if (!candidates && head.length > 0) {
        if (!judge()) return done(new ContentMismatch());
        this.push(head);
      }
      const found = candidates?.find((each) => each.hasAll());
      storedAs = found?.storedAs ?? extension;
      done(candidates && !found ? new ContentMismatch() : null);
    },
  });
  return {
    stream,
    /** Returns the extension of the content, after the end of the stream. */
    getStoredExtension: (): string => storedAs,
  };
}

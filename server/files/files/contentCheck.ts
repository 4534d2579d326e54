import { Transform } from 'node:stream';
import { findContentRule, headLength } from '#schemas/files/files.rules.ts';

/** The content does not match the file's extension. */
export class ContentMismatch extends Error {}

/**
 * Checks the first bytes as they pass; fails with ContentMismatch if they do not match the
 * extension. An empty file is checked elsewhere.
 */
export function checkContent(extension: string): Transform {
  let head = Buffer.alloc(0);
  let missing: Buffer[] | undefined;
  let tail = Buffer.alloc(0);

  /** Finds markers, also across two chunks. */
  function look(chunk: Buffer): void {
    if (!missing || missing.length === 0) return;
    const seen = Buffer.concat([tail, chunk]);
    missing = missing.filter((part) => !seen.includes(part));
    tail = Buffer.from(
      seen.subarray(-Math.max(0, ...missing.map(({ length }) => length - 1)) || seen.length),
    );
  }

  function judge(): boolean {
    missing = findContentRule(extension, head.toString('latin1'))?.map((part) =>
      Buffer.from(part, 'latin1'),
    );
    look(head);
    return missing !== undefined;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (missing) {
        look(chunk);
        return done(null, chunk);
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < headLength) return done();
      done(judge() ? null : new ContentMismatch(), head);
    },
    flush(done) {
      if (!missing && head.length > 0) {
        if (!judge()) return done(new ContentMismatch());
        this.push(head);
      }
      done(missing && missing.length > 0 ? new ContentMismatch() : null);
    },
  });
}

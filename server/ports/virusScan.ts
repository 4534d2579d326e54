import { Transform, type TransformCallback } from 'node:stream';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { archiveLimits } from '#server/ports/limits.ts';
import { followDirectory, localHeader, type ReadEntry } from './zipDirectory.ts';

export class VirusFound extends Error {}
/**
 * The content cannot be scanned: behind a password, in a format of archives that the scanner does
 * not know, or broken or too large.
 */
export class NotScannable extends Error {
  constructor(readonly obstacle: 'password' | 'format' | 'content' = 'content') {
    super();
  }
}
/** The scanner has not confirmed that the file is clean; a retry may succeed. */
export class ScannerDown extends Error {}

/**
 * Scans bytes as they pass. The stream fails with VirusFound, NotScannable or ScannerDown; if it
 * ends, it was clean.
 */
export type VirusScan = {
  scanning(): Transform;
  /** for how long it has refused every file; not given by a scanner that always works */
  getUnusableMs?(): number;
};

// Written in two parts, because scanners would report this source file.
export const eicar = Buffer.from(
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
);

/** An archive that cannot be read cannot be scanned. */
const asRefusal = (error: unknown): Error =>
  error instanceof VirusFound || error instanceof NotScannable ? error : new NotScannable();

type Look = { push(chunk: Uint8Array, isLast: boolean): void };

function lookForTestVirus(): Look {
  let tail = Buffer.alloc(0);
  return {
    push(chunk) {
      const seen = Buffer.concat([tail, chunk]);
      if (seen.includes(eicar)) throw new VirusFound();
      tail = Buffer.from(seen.subarray(-(eicar.length - 1)));
    },
  };
}

const { maxEntries, maxInflatedBytes, maxRatio, freeInflatedBytes, maxDepth } = archiveLimits;
/** rar and 7z: archives that cannot be opened here. */
const closedArchives = [
  Buffer.from('Rar!\x1a\x07', 'latin1'),
  Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
];

/** Limits each step, because an entry may expand a thousandfold. */
const stepBytes = 16 * 1024;

type Sum = { entries: number; inflatedBytes: number; packedBytes: number };

/** Throws NotScannable for too many entries, archives in each other, or an unknown compression. */
function countEntry(sum: Sum, { compression }: UnzipFile, depth: number): void {
  sum.entries += 1;
  const isKnown = compression === 0 || compression === 8;
  if (sum.entries > maxEntries || depth >= maxDepth || !isKnown) throw new NotScannable();
}

/** Throws NotScannable for an archive that expands too much. */
function countInflated(sum: Sum, bytes: number): void {
  sum.inflatedBytes += bytes;
  const allowed = Math.min(maxInflatedBytes, freeInflatedBytes + sum.packedBytes * maxRatio);
  if (sum.inflatedBytes > allowed) throw new NotScannable();
}

/** Scans a file, and the entries of an archive within limits. */
function lookInto(depth: number, sum: Sum): Look {
  const plain = lookForTestVirus();
  const directory = followDirectory();
  const read: ReadEntry[] = [];
  let head: Buffer | undefined = Buffer.alloc(0);
  let archive: Unzip | undefined;

  function takeEntry(file: UnzipFile): void {
    countEntry(sum, file, depth);
    const inside = lookInto(depth + 1, sum);
    const entry = { name: file.name, compression: file.compression, inflatedBytes: 0 };
    read.push(entry);
    file.ondata = (error, chunk, isLast) => {
      if (error) throw asRefusal(error); // rethrows the error of the callback
      countInflated(sum, chunk.length);
      entry.inflatedBytes += chunk.length;
      inside.push(chunk, isLast);
    };
    file.start();
  }

  function begin(first: Buffer): void {
    if (closedArchives.some((beginning) => first.subarray(0, beginning.length).equals(beginning)))
      throw new NotScannable('format');
    if (!first.subarray(0, 4).equals(localHeader)) return;
    archive = new Unzip(takeEntry);
    archive.register(UnzipInflate);
  }

  function feed(chunk: Uint8Array, isLast: boolean): void {
    plain.push(chunk, isLast);
    if (!archive) return;
    if (directory.push(chunk).hasLock) throw new NotScannable('password');
    for (let at = 0; at < chunk.length || at === 0; at += stepBytes) {
      const step = chunk.subarray(at, at + stepBytes);
      if (depth === 0) sum.packedBytes += step.length;
      archive.push(step, isLast && at + stepBytes >= chunk.length);
    }
    if (isLast && !directory.isTrue(read)) throw new NotScannable();
  }

  return {
    push(chunk, isLast) {
      if (!head) return feed(chunk, isLast);
      head = Buffer.concat([head, chunk]);
      if (head.length < 8 && !isLast) return;
      const first = head;
      head = undefined;
      begin(first);
      feed(first, isLast);
    },
  };
}

/**
 * Finds the EICAR test string, also in archives. Keeps the refusal of an upload testable without a
 * scanner.
 */
export const builtInVirusScan: VirusScan = {
  scanning() {
    const look = lookInto(0, { entries: 0, inflatedBytes: 0, packedBytes: 0 });
    const pass = (chunk: Buffer, isLast: boolean, done: TransformCallback) => {
      try {
        look.push(chunk, isLast);
        done(null, chunk);
      } catch (error) {
        done(asRefusal(error));
      }
    };
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => pass(chunk, false, done),
      flush: (done) => pass(Buffer.alloc(0), true, done),
    });
  },
};

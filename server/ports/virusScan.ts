import { Transform, type TransformCallback } from 'node:stream';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { limits } from '#schemas/limits.ts';
import { followDirectory, localHeader, type ReadEntry } from './zipDirectory.ts';

export class VirusFound extends Error {}
/** Nobody can say what is in it: locked, broken or far too much. */
export class NotScannable extends Error {}
/** The scanner did not say that the file is clean; a later try may do better. */
export class ScannerDown extends Error {}

/** Looks at bytes as they pass; the stream fails with VirusFound, NotScannable or ScannerDown. What it lets end is clean. */
export type VirusScan = { scanning(): Transform };

// Written in two parts, or scanners would take this very file for the test virus.
export const eicar = Buffer.from(
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
);

/** An archive that cannot be read cannot be looked into. */
const asRefusal = (error: unknown): Error =>
  error instanceof VirusFound ? error : new NotScannable();

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

const { maxEntries, maxInflatedBytes, maxRatio, freeInflatedBytes, maxDepth } = limits.archive;
/** rar and 7z: archives that we have no means to open. */
const closedArchives = [
  Buffer.from('Rar!\x1a\x07', 'latin1'),
  Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
];

/** An entry that swells a thousandfold must not do so in one go. */
const stepBytes = 16 * 1024;

type Sum = { entries: number; inflatedBytes: number; packedBytes: number };

/** Looks into a file, and where it is an archive into what is in there, within limits (security-and-reliability.md item 34). */
function lookInto(depth: number, sum: Sum): Look {
  const plain = lookForTestVirus();
  const directory = followDirectory();
  const read: ReadEntry[] = [];
  let head: Buffer | undefined = Buffer.alloc(0);
  let archive: Unzip | undefined;

  function takeEntry(file: UnzipFile): void {
    sum.entries += 1;
    if (
      sum.entries > maxEntries ||
      depth >= maxDepth ||
      (file.compression !== 0 && file.compression !== 8)
    )
      throw new NotScannable();
    const inside = lookInto(depth + 1, sum);
    const entry = { name: file.name, compression: file.compression, inflatedBytes: 0 };
    read.push(entry);
    file.ondata = (error, chunk, isLast) => {
      if (error) throw asRefusal(error); // what was thrown inside comes back as well
      sum.inflatedBytes += chunk.length;
      entry.inflatedBytes += chunk.length;
      if (
        sum.inflatedBytes >
        Math.min(maxInflatedBytes, freeInflatedBytes + sum.packedBytes * maxRatio)
      )
        throw new NotScannable();
      inside.push(chunk, isLast);
    };
    file.start();
  }

  function begin(first: Buffer): void {
    if (closedArchives.some((beginning) => first.subarray(0, beginning.length).equals(beginning)))
      throw new NotScannable();
    if (!first.subarray(0, 4).equals(localHeader)) return;
    archive = new Unzip(takeEntry);
    archive.register(UnzipInflate);
  }

  function feed(chunk: Uint8Array, isLast: boolean): void {
    plain.push(chunk, isLast);
    if (!archive) return;
    if (directory.push(chunk).hasLock) throw new NotScannable();
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

/** Finds the test string that every scanner knows, also in archives. It keeps the way of a refused upload real where no scanner is set up. */
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

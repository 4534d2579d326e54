import { Transform } from 'node:stream';
import { archiveLimits } from '#server/ports/limits.ts';
import { NotScannable } from '#server/ports/virusScan.ts';
import { keepEnd, localHeader, getDeclaredSize } from '#server/ports/zipDirectory.ts';

const { maxEntries, maxInflatedBytes, freeInflatedBytes, maxRatio } = archiveLimits;

/**
 * Checks a zip as its bytes pass. Fails with NotScannable at the end if it declares an excessive
 * size or is ambiguous, in addition to the virus scanner.
 */
export function checkArchive(): Transform {
  let head = Buffer.alloc(0);
  const end = keepEnd();
  let size = 0;

  const isZip = () => head.subarray(0, localHeader.length).equals(localHeader);

  function mayBeBomb(): boolean {
    const told = getDeclaredSize(end.bytes(), size);
    return (
      told === undefined ||
      told.entries > maxEntries ||
      told.inflatedBytes > Math.min(maxInflatedBytes, freeInflatedBytes + size * maxRatio)
    );
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (head.length < localHeader.length)
        head = Buffer.concat([head, chunk.subarray(0, localHeader.length)]);
      if (isZip()) end.push(chunk);
      done(null, chunk);
    },
    flush: (done) => done(isZip() && mayBeBomb() ? new NotScannable() : null),
  });
}

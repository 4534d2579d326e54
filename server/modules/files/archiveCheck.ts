import { Transform } from 'node:stream';
import { limits } from '#schemas/limits.ts';
import { NotScannable } from '#server/ports/virusScan.ts';
import { keepEnd, localHeader, toldBy } from '#server/ports/zipDirectory.ts';

const { maxEntries, maxInflatedBytes, freeInflatedBytes, maxRatio } = limits.archive;

/** Looks at bytes as they pass; the stream fails with NotScannable at the end of a zip that says there is far more in it than anybody sends, or does not say it in one way, whatever a scanner makes of that. */
export function checkingArchive(): Transform {
  let head = Buffer.alloc(0);
  const end = keepEnd();
  let size = 0;

  const isZip = () => head.subarray(0, localHeader.length).equals(localHeader);

  function mayBeBomb(): boolean {
    const told = toldBy(end.bytes(), size);
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

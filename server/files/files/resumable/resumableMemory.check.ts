import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { bytes, root, setUpResumableUploads } from '#server/testing/files/resumableUploads.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';

const getHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('memory of a resumable upload', () => {
  const { world, buildRequest, begin, loadOffset, getFile, listFiles } =
    setUpResumableUploads(openSqliteTest);

  it('A hundred megabytes over five broken connections are not buffered', async () => {
    const mebibyte = 1024 * 1024;
    const pieceBytes = 64 * 1024; // like sockets
    const size = fileLimits.maxSizeBytes;
    const content = randomBytes(size);
    content.write('ftypisom', 4);
    const upload = await begin(size, { name: 'film.mp4' });
    let peak = 0;

    /** Sends the missing bytes up to the byte where the connection breaks. */
    async function sendUpTo(end: number): Promise<IncomingMessage | undefined> {
      const offset = await loadOffset(upload);
      const sent = buildRequest('PATCH', `${root}/${upload.id}`, world.visitor, {
        ...bytes,
        'upload-offset': offset,
        'content-length': size - offset,
      });
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      answered.catch(() => undefined); // a broken connection has no response
      for (let at = offset; at < end; at += pieceBytes) {
        if (!sent.write(content.subarray(at, Math.min(at + pieceBytes, end))))
          await once(sent, 'drain');
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      if (end < size) return void sent.destroy();
      sent.end();
      return (await answered)[0];
    }

    async function breakOffAt(end: number): Promise<void> {
      await sendUpTo(end);
      await expect.poll(() => loadOffset(upload)).toBeGreaterThan(end - 2 * fileLimits.partBytes);
    }

    for (const megabytes of [3, 5, 8, 13, 21]) await breakOffAt(megabytes * mebibyte + megabytes);
    const before = (peak = process.memoryUsage.rss()); // one-time allocations are not growth
    expect((await sendUpTo(size))?.statusCode).toBe(204);
    expect((await getFile(upload)).size).toBe(size);
    expect(await listFiles()).toMatchObject([{ sha256: getHash(content) }]);
    expect(peak - before).toBeLessThan(60 * mebibyte);
  });
});

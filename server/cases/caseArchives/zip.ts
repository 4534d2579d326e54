import { finished } from 'node:stream/promises';
import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a zip, opened once the files before it are sent. */
export type ZipEntry = {
  path: string;
  modifiedAt: Date;
  isCompressed: boolean;
  /** bytes, if known */ size?: number;
  open: () => Promise<Readable>;
};

/**
 * Streams a zip of any size with backpressure. If a file cannot be read, the stream fails before
 * the central directory, so that the incomplete zip is not mistaken for a complete one.
 */
export function streamZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let open: Readable | undefined;

  async function write(): Promise<void> {
    for await (const { path, modifiedAt, isCompressed, size, open: openContent } of entries) {
      open = await openContent();
      if (output.destroyed) return void open.destroy();
      zip.addReadStream(open, path, {
        mtime: modifiedAt,
        compress: isCompressed,
        ...(size === undefined ? {} : { size }),
      });
      await finished(open);
    }
    zip.end();
  }

  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => open?.destroy());
  write().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

import { finished } from 'node:stream/promises';
import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a zip. Its bytes are asked for when those before it are on their way. */
export type ZipEntry = {
  path: string;
  modifiedAt: Date;
  isCompressed: boolean;
  /** bytes, where known */ size?: number;
  open: () => Promise<Readable>;
};

/**
 * A zip as it is made, no faster than it is read and however large it becomes. When a file cannot be read the stream breaks
 * off, and the list of contents that ends a zip is never written: what has arrived can be taken for nothing whole.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
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

import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import type { ImportedLine, ImportSummary } from '#schemas/portal/imports.ts';

/** Resolves when the report was read or its reader has gone. Cuts it after too long a wait. */
async function waitForReader(report: PassThrough, idleMs: number): Promise<void> {
  const done = new AbortController(); // removes the listeners of the other event
  const { signal } = done;
  const timer = setTimeout(() => report.destroy(), idleMs);
  await Promise.race([once(report, 'drain', { signal }), once(report, 'close', { signal })]);
  clearTimeout(timer);
  done.abort();
}

type Limits = {
  /** of the report, while the request is sent */ unreadBytes: number;
  /** without a read, once the report waits for its reader */ idleMs: number;
};

/**
 * Writes the report while the import runs. Many clients read nothing before they have sent
 * everything: waiting for their first read would stop both, so until then more is
 * buffered, up to `unreadBytes`. A client that does not read at all is cut.
 */
export async function writeReport(
  report: PassThrough,
  lines: AsyncIterable<ImportedLine | ImportSummary>,
  body: Readable,
  { unreadBytes, idleMs }: Limits,
): Promise<void> {
  for await (const line of lines) {
    const hasRoom = report.write(`${JSON.stringify(line)}\n`);
    const isFull = report.readableLength + report.writableLength > unreadBytes;
    if (!hasRoom && (isFull || body.readableEnded) && !report.destroyed)
      await waitForReader(report, idleMs);
    if (report.destroyed) return; // the client has gone
  }
  report.end();
}

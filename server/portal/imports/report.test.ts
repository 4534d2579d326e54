import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ImportedLine } from '#schemas/portal/imports.ts';
import { writeReport } from './report.ts';

const limits = { bufferedBytes: 1_000, unreadBytes: 10_000, idleMs: 60_000 };
const total = 1_000;

/** Writes a report of many lines for a reader that has not begun to read. */
function start(body: Readable) {
  const report = new PassThrough({ highWaterMark: limits.bufferedBytes });
  let produced = 0;
  async function* lines(): AsyncGenerator<ImportedLine> {
    for (let line = 1; line <= total; line += 1) {
      produced = line;
      yield { line, kind: 'client', externalId: `M-${line}`, outcome: 'unchanged' };
    }
  }
  const written = writeReport(report, lines(), body, limits);
  return { report, written, countProduced: () => produced };
}
const settle = async () => {
  for (let turns = 0; turns < total * 2; turns += 1) await nextTurn();
};

it('A report that is not read is limited, also while the request is still arriving', async () => {
  const { report, written, countProduced } = start(new PassThrough());
  await settle();
  const bytes = report.readableLength + report.writableLength;
  expect(bytes).toBeGreaterThan(limits.unreadBytes);
  expect(bytes).toBeLessThan(limits.unreadBytes + 200);
  expect(countProduced()).toBeLessThan(total);
  const read = report.toArray();
  await written;
  expect(
    Buffer.concat(await read)
      .toString()
      .trimEnd()
      .split('\n'),
  ).toHaveLength(total);
});

it('Once the request has arrived, less of an unread report is buffered', async () => {
  const body = Readable.from([]);
  await body.toArray();
  const { report, written } = start(body);
  await settle();
  expect(report.readableLength + report.writableLength).toBeLessThan(limits.unreadBytes / 2);
  await report.toArray();
  await written;
});

it('A reader that has gone ends the report', async () => {
  const { report, written, countProduced } = start(new PassThrough());
  await settle();
  report.destroy();
  await written;
  expect(countProduced()).toBeLessThan(total);
});

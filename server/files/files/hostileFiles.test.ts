import { readdir } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { eicar } from '#server/ports/virusScan.ts';
import { getDeclaredSize } from '#server/ports/zipDirectory.ts';
import {
  locked,
  misdescribed,
  readyForHuge,
  withTwoEnds,
  buildZip,
} from '#server/testing/files/archives.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';
import {
  archives,
  bomb,
  namesWithinNames,
  writtenAsItWent,
} from '#server/testing/files/hostileArchives.ts';
import { hostileFiles } from '#server/testing/files/hostileFiles.ts';
import { bytes, kept, refused, type Outcome } from '#server/testing/files/outcomes.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

describe('a hostile file', () => {
  let server: TestServer;
  let client: Visitor;
  const logged: string[] = [];
  beforeAll(async () => {
    server = await startTestServer({
      appOptions: { logger: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }) },
    });
    const { accountId } = await addAccount(server);
    client = {
      workflowKey: '',
      headers: await signIn(server, (await addUser(server, [accountId])).id),
    };
  });
  afterAll(() => server.close());

  const stored = async () => ({
    rows: (await server.deps.db.selectFrom('files').selectAll().execute()).length,
    blobs: (await readdir(server.blobFolder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    ).length,
  });

  it(
    'A file with thousands of fake entries is checked quickly',
    { timeout: scaleTimeout(6_000) },
    async () => {
      expect(
        (
          await upload(server, client, {
            name: 'akte.zip',
            content: buildZip({ 'a.bin': namesWithinNames() }, 0),
          })
        ).statusCode,
      ).toBe(200);
    },
  );

  it.each<[string, () => Buffer | Promise<Buffer>, Outcome]>([
    ['a bomb', bomb, refused('notScannable')],
    [
      'a zip of very many files',
      () =>
        buildZip(
          Object.fromEntries(
            Array.from({ length: 2_100 }, (_, index) => [`${index}.txt`, bytes('a')]),
          ),
          0,
        ),
      refused('notScannable'),
    ],
    [
      'a bomb that says it has no entry',
      () => misdescribed(bomb(), { count: 0 }),
      refused('notScannable'),
    ],
    [
      'a bomb that says it has an entry more',
      () => misdescribed(bomb(), { count: 2 }),
      refused('notScannable'),
    ],
    [
      'a bomb that says its directory is empty',
      () => misdescribed(bomb(), { count: 0, bytes: 0 }),
      refused('notScannable'),
    ],
    ['a bomb with two ends', () => withTwoEnds(bomb()), refused('notScannable')],
    ['a zip written as it went', writtenAsItWent, kept('akte.zip')],
    [
      'a zip of a program that is ready for huge files',
      () => readyForHuge(bytes('Guten Tag')),
      kept('akte.zip'),
    ],
    [
      'what only a scanner can look into',
      () => locked(buildZip({ 'a.txt': bytes('geheim') })),
      kept('akte.zip'),
    ],
  ])('An archive is checked beside a scanner that reports clean: %s', async (_, make, outcome) => {
    const { virusScan } = server.deps;
    server.deps.virusScan = { scanning: () => new PassThrough() };
    const answer = await upload(server, client, {
      name: 'akte.zip',
      content: await make(),
    }).finally(() => {
      server.deps.virusScan = virusScan;
    });
    const { files, reason } = json<{
      files?: { fileName: string; hasThumbnail: boolean }[];
      reason?: string;
    }>(answer);
    expect(files ? { kept: files[0]?.fileName } : { refused: reason }).toEqual(outcome);
  });

  it('A zip with a central directory above the limit is refused', () => {
    const zip = buildZip({ 'a.txt': bytes('a'), 'b.txt': bytes('bb') });
    expect([
      getDeclaredSize(zip, zip.length),
      getDeclaredSize(zip.subarray(-100), zip.length),
      getDeclaredSize(bytes('PK'), 2),
    ]).toEqual([
      { entries: 2, inflatedBytes: 3 },
      { entries: Infinity, inflatedBytes: Infinity },
      undefined,
    ]);
  });

  it('A virus is logged with its call, without the file name', async () => {
    logged.length = 0;
    const answer = await upload(server, client, { name: 'Mandant Müller.txt', content: eicar });
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { reqId: json(answer)['requestId'], msg: 'a virus was found in a file that was sent' },
    ]);
    expect(logged.join('')).not.toContain('Mandant');
  });

  it.each([...hostileFiles, ...archives])('%s (%s)', async (_, name, make, outcome) => {
    const before = await stored();
    const answer = await upload(server, client, { name, content: await make() });
    const { files, reason } = json<{
      files?: { fileName: string; hasThumbnail: boolean }[];
      reason?: string;
    }>(answer);
    expect(files ? { kept: files[0]?.fileName } : { refused: reason }).toEqual(outcome);
    const more = files ? 1 : 0;
    const thumbnails = files?.[0]?.hasThumbnail ? 1 : 0;
    expect(await stored()).toEqual({
      rows: before.rows + more,
      blobs: before.blobs + more + thumbnails,
    });
  });
});

import { readdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { CaseFile } from '#schemas/cases/messages.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageLimits } from '#server/files/limits.ts';
import { drawingLimits } from '#server/pictures/limits.ts';
import { housekeep, sweepBlobs } from '#server/runtime/housekeeping.ts';
import { drawPicture, type Drawing } from '#server/pictures/drawPicture.ts';
import { readFileClock } from '#server/testing/clocks/fileClock.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
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

/** Draws for real, with the time limit of a test. */
const time = vi.hoisted(() => ({ timeoutMs: 10_000 }));
vi.mock('#server/pictures/drawPicture.ts', async (importActual) => {
  const actual = await importActual<typeof import('#server/pictures/drawPicture.ts')>();
  return {
    ...actual,
    drawPicture: vi.fn((source: Parameters<typeof actual.drawPicture>[0], drawing: Drawing) =>
      actual.drawPicture(source, drawing, { ...drawingLimits, ...time }),
    ),
  };
});

const hour = 3_600_000;
const photo = () =>
  sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

describeOnEachDatabase('a preview of a file', (open) => {
  let server: TestServer;
  let client: Visitor;
  beforeEach(async () => {
    vi.mocked(drawPicture).mockClear();
    time.timeoutMs = 10_000;
    server = await startTestServer({ open });
    await logIn();
  });
  afterEach(() => server.close());

  async function logIn() {
    const { accountId } = await addAccount(server);
    client = {
      workflowKey: '',
      headers: await signIn(server, (await addUser(server, [accountId])).id),
    };
  }
  const store = async (name: string, content: Buffer) =>
    json<{ files: [{ fileuploadId: string }] }>(await upload(server, client, { name, content }))
      .files[0].fileuploadId;
  const ask = (id: string, kind = 'thumbnail', headers = client.headers) =>
    server.app.inject({ url: `/api/files/${kind}/${id}`, headers });
  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile()).length;
  const draws = () => vi.mocked(drawPicture).mock.calls.length;

  /** The same user with an expired token. */
  async function wait(hours: number) {
    server.clock.forward(hours * hour + 1);
    const { userId } = await server.deps.db
      .selectFrom('sessions')
      .select('userId')
      .executeTakeFirstOrThrow();
    client = { ...client, headers: await signIn(server, userId) };
  }

  it('A preview is drawn in two sizes, upright and without metadata', async () => {
    const id = await store('foto.jpg', await photo());
    for (const [kind, size] of [
      ['thumbnail', [213, 640]],
      ['preview', [819, 2_457]], // a long picture
    ] as const) {
      const answer = await ask(id, kind);
      const { width, height, exif, format } = await sharp(answer.rawPayload).metadata();
      expect([kind, width, height, exif, format]).toEqual([kind, ...size, undefined, 'jpeg']);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=86400, immutable',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('A preview is drawn once, also for concurrent requests, and cached', async () => {
    const id = await store('foto.jpg', await photo());
    const answers = await Promise.all([1, 2, 3].map(() => ask(id)));
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(1);
    expect((await ask(id)).rawPayload).toEqual(answers[0]?.rawPayload);
    expect([draws(), await blobs()]).toEqual([1, 2]);
    server.clock.forward(storageLimits.strayAfterHours * hour);
    await sweepBlobs(
      {
        ...server.deps,
        clock: { ...server.clock, now: () => new Date(readFileClock() + 100 * hour) },
      },
      server.app.log,
    );
    expect(await blobs()).toBe(2);
  });

  it('A preview is deleted with its file', async () => {
    const [taken, left] = [
      await store('a.jpg', await photo()),
      await store('b.jpg', await photo()),
    ];
    for (const id of [taken, left])
      for (const kind of ['thumbnail', 'preview'])
        expect((await ask(id, kind)).statusCode).toBe(200);
    expect(await blobs()).toBe(6);
    await server.app.inject({
      method: 'DELETE',
      url: `/api/v2.0/files/upload/${taken}`,
      headers: client.headers,
    });
    expect(await blobs()).toBe(3);
    server.clock.forward(2 * storageLimits.orphanAfterHours * hour);
    await housekeep(server.deps);
    expect([
      await blobs(),
      await server.deps.db.selectFrom('previews').selectAll().execute(),
    ]).toEqual([0, []]);
  });

  it('A file that cannot be drawn has no preview and is not retried', async () => {
    const id = await store('brief.pdf', Buffer.from('%PDF-1.7 and nothing else'));
    expect((await ask(id)).statusCode).toBe(404);
    await wait(20);
    expect([(await ask(id)).statusCode, draws()]).toEqual([404, 1]);
    expect((await ask(await store('notiz.txt', Buffer.from('Text')))).statusCode).toBe(404);
    expect(draws()).toBe(1);
  });

  it('An upload has a thumbnail only if the server could draw it, also as a file of a case', async () => {
    const { provider, client: own, userId, headers } = await startPractice(server);
    const sent = [];
    for (const [name, content] of [
      ['brief.pdf', Buffer.from('%PDF-1.7 and nothing else')],
      ['foto.jpg', await photo()],
      ['notiz.txt', Buffer.from('Text')],
    ] as const) {
      const answer = await upload(server, { workflowKey: '', headers }, { name, content });
      sent.push(...json<{ files: StoredFile[] }>(answer).files);
    }
    const { caseId } = await provider.openCase({ header: 'Brandt', userIds: [userId] });
    const { attachments } = await own.send(caseId, {
      UploadIds: sent.map(({ fileuploadId }) => fileuploadId),
    });
    const { files } = json<{ files: CaseFile[] }>(await own.call('GET', `/${caseId}/files`));
    for (const listed of [sent, attachments, files])
      expect(Object.fromEntries(listed.map((file) => [file.fileName, file.hasThumbnail]))).toEqual({
        'brief.pdf': false,
        'foto.jpg': true,
        'notiz.txt': false,
      });
  });

  it('A preview that took too long is retried later, three times at most', async () => {
    time.timeoutMs = 0;
    const id = await store('foto.jpg', await photo());
    for (let attempt = 1; attempt <= drawingLimits.attempts; attempt += 1) {
      expect([(await ask(id)).statusCode, (await ask(id)).statusCode, draws()]).toEqual([
        404,
        404,
        attempt,
      ]);
      await wait(drawingLimits.retryHours);
    }
    expect([(await ask(id)).statusCode, draws()]).toEqual([404, drawingLimits.attempts]);
    const other = await store('foto2.jpg', await photo());
    expect((await ask(other)).statusCode).toBe(404);
    time.timeoutMs = 10_000;
    await wait(drawingLimits.retryHours);
    expect((await ask(other)).statusCode).toBe(200);
  });

  it('A preview that failed while the clock was ahead is drawn after it was set back', async () => {
    time.timeoutMs = 0;
    const id = await store('foto.jpg', await photo());
    server.clock.jump(20 * 24 * hour);
    await wait(drawingLimits.retryHours);
    expect((await ask(id)).statusCode).toBe(404);
    server.clock.jump(-20 * 24 * hour);
    time.timeoutMs = 10_000;
    expect((await ask(id)).statusCode).toBe(200);
  });

  it('A storage error is reported and not cached as a missing preview', async () => {
    const id = await store('foto.jpg', await photo());
    await rm(server.blobFolder, { recursive: true });
    expect((await ask(id, 'preview')).statusCode).toBe(500);
    const kinds = await server.deps.db.selectFrom('previews').select('kind').execute();
    expect(kinds).toEqual([{ kind: 'thumbnail' }]);
    expect((await server.app.inject('/readyz')).statusCode).toBe(503);
  });

  it('A preview is visible to the file’s readers only', async () => {
    const id = await store('foto.jpg', await photo());
    await ask(id);
    const { headers } = client;
    await logIn();
    for (const kind of ['thumbnail', 'preview']) expect((await ask(id, kind)).statusCode).toBe(404);
    expect((await ask(id, 'thumbnail', headers)).statusCode).toBe(200);
  });
});

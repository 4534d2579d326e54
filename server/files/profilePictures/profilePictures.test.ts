import { readdir } from 'node:fs/promises';
import sharp, { type Color } from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep, sweepBlobs } from '#server/runtime/housekeeping.ts';
import { readFileClock } from '#server/testing/clocks/fileClock.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  type TestServer,
} from '#server/testing/testServer.ts';

const day = 24 * 3_600_000;
const [red, blue] = [
  { r: 200, g: 20, b: 30 },
  { r: 20, g: 30, b: 200 },
];
const plain = (background: Color) =>
  sharp({ create: { width: 90, height: 90, channels: 3, background } });

/** Left half red, right half blue, as stored by a camera held upside down. */
const upsideDown = () =>
  plain(blue)
    .resize(800, 600)
    .composite([
      {
        input: { create: { width: 400, height: 600, channels: 3, background: red } },
        left: 0,
        top: 0,
      },
    ])
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer();

async function colourAt(picture: Buffer, left: number): Promise<'red' | 'blue' | 'other'> {
  const [r = 0, , b = 0] = await sharp(picture)
    .extract({ left, top: 256, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return r > 150 && b < 100 ? 'red' : b > 150 && r < 100 ? 'blue' : 'other';
}

describeOnEachDatabase('a profile picture', (open) => {
  let server: TestServer;
  let accountId: string;
  let miriam: UserRow;
  let headers: Record<string, string>;
  let before: number;
  beforeAll(async () => {
    server = await startTestServer({ open });
    ({ accountId } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    before = await blobs();
    miriam = await addUser(server, [accountId]);
    headers = await signIn(server, miriam.id);
  });

  const send = async (content: Buffer, by = headers) =>
    json<{ files: [{ fileuploadId: string }] }>(
      await upload(server, { workflowKey: '', headers: by }, { name: 'profil.jpg', content }),
    ).files[0].fileuploadId;
  const set = (UploadId: string, { userId = miriam.id, acc = accountId, by = headers } = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${acc}/user/${userId}/profile/picture`,
      headers: by,
      payload: { UploadId },
    });
  const get = (by = headers, { userId = miriam.id, acc = accountId, other = false } = {}) =>
    server.app.inject({
      url: `/api/v2.0/e.consult.${acc}/user/${userId}/profile/picture${other ? '/other' : ''}`,
      headers: by,
    });
  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile()).length;

  it('There is no picture until one is set', async () => {
    expect((await get()).statusCode).toBe(404);
    expect((await get(headers, { other: true })).statusCode).toBe(404);
  });

  it('A picture is removed with its bytes by its owner only', async () => {
    await set(await send(await upsideDown()));
    const remove = (by = headers) =>
      server.app.inject({
        method: 'DELETE',
        url: `/api/v2.0/e.consult.${accountId}/user/${miriam.id}/profile/picture`,
        headers: by,
      });
    const stranger = await signIn(server, (await addUser(server, [accountId])).id);
    expect([(await remove(stranger)).statusCode, (await get()).statusCode]).toEqual([404, 200]);
    const kept = await blobs();
    for (const answer of [await remove(), await remove()])
      expect(json(answer)).toEqual({ removed: true });
    expect([(await get()).statusCode, await blobs()]).toEqual([404, kept - 1]);
  });

  it('A picture is square, upright and without metadata', async () => {
    expect(json(await set(await send(await upsideDown())))).toEqual({ changed: true });
    const answer = await get();
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
    });
    const { format, width, height, exif } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 512,
      height: 512,
      exif: undefined,
    });
    expect(answer.rawPayload.includes('secret place')).toBe(false);
    expect([await colourAt(answer.rawPayload, 60), await colourAt(answer.rawPayload, 450)]).toEqual(
      ['blue', 'red'],
    );
  });

  it.each([
    ['a PNG', () => plain(red).png().toBuffer(), 200],
    ['a GIF', () => plain(red).gif().toBuffer(), 200],
    ['an AVIF', () => plain(red).avif().toBuffer(), 200],
    ['a TIFF', () => plain(red).tiff().toBuffer(), 400],
    [
      'a HEIC photo that is called a JPEG',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      400,
    ],
    ['half a photo', async () => (await upsideDown()).subarray(0, 200), 400],
  ] as const)(
    'A picture’s type is detected by content, not by name: %s',
    async (_, content, status) => {
      const answer = await set(await send(await content()));
      expect(answer.statusCode).toBe(status);
      if (status === 400)
        expect(json(answer)['fields']).toEqual({
          '/UploadId':
            'Dieses Bild können wir nicht öffnen. Wählen Sie ein anderes als JPG oder PNG, ' +
            'zum Beispiel ein Bildschirmfoto.',
        });
      expect((await get()).statusCode).toBe(status === 200 ? 200 : 404);
    },
  );

  it('A new picture replaces the old one and its bytes, and a retry changes nothing', async () => {
    await set(await send(await plain(red).png().toBuffer()));
    const next = await send(await plain(blue).png().toBuffer());
    for (let times = 0; times < 2; times += 1) expect((await set(next)).statusCode).toBe(200);
    expect(await colourAt((await get()).rawPayload, 256)).toBe('blue');
    expect((await blobs()) - before).toBe(5); // two uploads, their thumbnails and one picture
  });

  it('Concurrent changes leave no blob behind', async () => {
    const uploads = await Promise.all(
      [red, blue, red, blue].map(async (color) => send(await plain(color).png().toBuffer())),
    );
    const answers = await Promise.all(uploads.map((id) => set(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await get()).statusCode).toBe(200);
    expect((await blobs()) - before).toBe(2 * uploads.length + 1); // with their thumbnails
  });

  it('A picture is made of the user’s own upload in their own account', async () => {
    const jonas = await addUser(server, [accountId]);
    const byJonas = await signIn(server, jonas.id);
    const picture = await plain(red).png().toBuffer();
    const [mine, his] = [await send(picture), await send(picture, byJonas)];
    const foreign = (await addAccount(server)).accountId;
    const refused = [
      await set(his),
      await set('nobody-has-this'),
      await set(mine, { userId: jonas.id }),
      await set(mine, { acc: foreign }),
    ];
    expect(refused.map((answer) => [answer.statusCode, json(answer)['reason']])).toEqual(
      Array(4).fill([404, 'notFound']),
    );
    const temporary = await signIn(server, miriam.id, 'unregistered', accountId);
    expect((await set(mine, { by: temporary })).statusCode).toBe(401);
  });

  it('A picture is shown to other users of the account only', async () => {
    await set(await send(await plain(red).png().toBuffer()));
    const colleague = await signIn(server, (await addUser(server, [accountId])).id);
    const foreign = (await addAccount(server)).accountId;
    const stranger = await signIn(server, (await addUser(server, [foreign])).id);
    expect((await get(colleague, { other: true })).statusCode).toBe(200);
    expect((await get(colleague)).statusCode).toBe(404);
    expect((await get(stranger, { other: true })).statusCode).toBe(404);
    expect((await get(stranger, { other: true, acc: foreign })).statusCode).toBe(404);
    await server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', miriam.id)
      .execute();
    expect((await get(colleague, { other: true })).statusCode).toBe(404);
  });

  it('A picture is kept when its upload is deleted and blobs are swept', async () => {
    await set(await send(await plain(red).png().toBuffer()));
    const { count } = await server.deps.db
      .selectFrom('users')
      .select((users) => users.fn.count<number>('pictureKey').as('count'))
      .executeTakeFirstOrThrow();
    server.clock.forward(readFileClock() - server.clock.now().getTime() + 2 * day);
    await housekeep(server.deps);
    const log = { error: vi.fn() };
    await sweepBlobs(server.deps, log);
    expect([await blobs(), log.error.mock.calls]).toEqual([Number(count), []]);
    const again = await signIn(server, miriam.id);
    expect((await get(again)).statusCode).toBe(200);
  });
});

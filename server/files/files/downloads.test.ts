import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageLimits } from '#server/files/limits.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const bytes = Buffer.from('0123456789');
const film = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  Buffer.alloc(1_000, 'film'),
]);

let server: TestServer;
let client: Visitor;
let accountId: string;
const logIn = async (): Promise<Visitor> => ({
  workflowKey: '',
  headers: await signIn(server, (await addUser(server, [accountId])).id),
});
beforeAll(async () => {
  server = await startTestServer();
  ({ accountId } = await addAccount(server));
  client = await logIn();
});
afterAll(() => server.close());

const store = async (name: string, content: Buffer, who = client): Promise<string> =>
  json<{ files: [{ fileuploadId: string }] }>(
    await upload(server, who, { name, content, elementId: 'papers' }),
  ).files[0].fileuploadId;

describe('a download', () => {
  const download = async (name: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      url: `/api/files/download/${await store(name, bytes)}?resultType=Stream`,
      headers: { ...client.headers, ...headers },
    });

  it('A download is saved under its name and never executed', async () => {
    const { headers, body } = await download("Müllers Café 🚗; 'a' 100%.txt");
    expect(body).toBe('0123456789');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition':
        `attachment; filename="Mullers Cafe _; 'a' 100_.txt"; ` +
        `filename*=UTF-8''M%C3%BCllers%20Caf%C3%A9%20%F0%9F%9A%97%3B%20%27a%27%20100%25.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it.each([
    ['from somewhere on', 'bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['in the middle', 'bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['past its end', 'bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['of its last bytes', 'bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['of more last bytes than there are', 'bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['in several pieces', 'bytes=0-1,4-5', 200, '0123456789', undefined],
    ['in another unit', 'lines=1-2', 200, '0123456789', undefined],
    ['that nobody understands', 'bytes=x', 200, '0123456789', undefined],
    ['the wrong way round', 'bytes=5-2', 200, '0123456789', undefined],
    ['that begins behind its end', 'bytes=10-', 416, undefined, 'bytes */10'],
    ['of its last nothing', 'bytes=-0', 416, undefined, 'bytes */10'],
  ])('A range %s is answered: %s', async (_, range, status, part, contentRange) => {
    const answer = await download('a.txt', { range });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([status, contentRange]);
    if (part === undefined) expect(json(answer)['reason']).toBe('rangeNotSatisfiable');
    else
      expect([answer.body, answer.headers['content-length']]).toEqual([part, String(part.length)]);
  });

  it('A download resumes unless the file has changed', async () => {
    const etag = String((await download('a.txt')).headers['etag']);
    for (const [condition, status] of [
      [etag, 206],
      ['"another"', 200],
      [`W/${etag}`, 200],
      ['Sat, 21 Nov 2026 09:00:00 GMT', 200],
    ] as const) {
      expect([
        condition,
        (await download('a.txt', { range: 'bytes=5-', 'if-range': condition })).statusCode,
      ]).toEqual([condition, status]);
    }
  });
});

describe('a video', () => {
  const start = (id: string, headers = client.headers) =>
    server.app.inject({ method: 'POST', url: `/api/files/play/${id}`, headers });
  const play = (id: string, value: string, range = 'bytes=0-11') =>
    server.app.inject({
      url: `/api/files/play/${id}`,
      headers: { range },
      cookies: { playing: value },
    });
  async function allowed(name = 'film.mp4', who = client) {
    const id = await store(name, film, who);
    const [cookie] = (await start(id, who.headers)).cookies;
    return { id, value: cookie?.value ?? '', cookie };
  }

  it('A video is streamed in ranges with a cookie for its own path', async () => {
    const { id, value, cookie } = await allowed();
    expect(json(await start(id))).toEqual({ url: `/api/files/play/${id}` });
    expect(cookie).toMatchObject({
      path: `/api/files/play/${id}`,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: storageLimits.playMinutes * 60,
    });
    const answer = await play(id, value);
    expect(answer.rawPayload).toEqual(film.subarray(0, 12));
    expect([answer.statusCode, answer.headers]).toMatchObject([
      206,
      {
        'content-type': 'video/mp4',
        'content-range': `bytes 0-11/${film.length}`,
        'accept-ranges': 'bytes',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    ]);
  });

  it('A video is refused with a cookie of another video, none or a forged one', async () => {
    const [one, other] = [await allowed(), await allowed()];
    for (const value of [other.value, '', 'made-up'])
      expect((await play(one.id, value)).statusCode).toBe(404);
  });

  it('A video is refused after the session or the cookie has ended', async () => {
    const { id, value } = await allowed();
    server.clock.forward(storageLimits.playMinutes * 60_000 - 1);
    expect((await play(id, value)).statusCode).toBe(206);
    server.clock.forward(1);
    expect((await play(id, value)).statusCode).toBe(404);
    client = await logIn();
    const user = await addUser(server, [accountId]);
    const again = await allowed('film.mp4', {
      workflowKey: '',
      headers: await signIn(server, user.id),
    });
    await server.deps.db
      .updateTable('sessions')
      .set({ endedAt: server.clock.now().toISOString() })
      .where('userId', '=', user.id)
      .execute();
    expect((await play(again.id, again.value)).statusCode).toBe(404);
  });

  it('A visitor’s video plays for that visitor only', async () => {
    const { apiKey } = await addAccount(server);
    const visitor = await visit(
      server,
      (
        await publish(server, apiKey, {
          title: 'T',
          formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
        })
      ).processGuid,
    );
    const { id, value } = await allowed('film.mp4', visitor);
    expect([(await play(id, value)).statusCode, (await start(id)).statusCode]).toEqual([206, 404]);
  });

  it('A video must be an mp4', async () => {
    expect((await start(await store('a.txt', bytes))).statusCode).toBe(404);
  });
});

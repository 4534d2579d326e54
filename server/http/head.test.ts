import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { startTaskWorld, type TaskWorld } from '#server/testing/testTasks.ts';
import { json } from '#server/testing/testServer.ts';

let world: TaskWorld;
beforeEach(async () => {
  world = await startTaskWorld(openSqliteTest);
});
afterEach(() => world.server.close());

const send = (method: 'GET' | 'HEAD', path: string) =>
  world.server.app.inject({ method, url: `/api${path}`, headers: world.practice.headers });

it.each<
  [string, (of: { acc: string; caseId: string; messageId: string; fileId: string }) => string]
>([
  ['a file', ({ fileId }) => `/files/download/${fileId}`],
  ['a preview', ({ fileId }) => `/files/preview/${fileId}`],
  [
    'a PDF',
    ({ acc, caseId, messageId }) => `/v2.0/${acc}/akten/${caseId}/messages/${messageId}/pdf`,
  ],
  ['the ZIP of a case', ({ acc, caseId }) => `/v2.0/${acc}/akten/${caseId}/download`],
])('A HEAD request for %s leaves its message unread, which a GET reads', async (_, getPath) => {
  const { caseId, practice } = world;
  const { provider, accountId } = practice;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';
  const fileId = await provider.upload('Foto.png', await sharp(Buffer.from(svg)).png().toBuffer());
  const { messageId } = await provider.write(caseId, { fileIds: [fileId] });
  const listReadTimes = async () =>
    json<ProviderMessage>(
      await provider.call('GET', `/cases/${caseId}/messages/${messageId}`),
    ).readBy.map(({ readAt }) => readAt);
  const path = getPath({ acc: `e.consult.${accountId}`, caseId, messageId, fileId });
  const head = await send('HEAD', path);
  expect([head.statusCode, head.body, await listReadTimes()]).toEqual([200, '', [null]]);
  const got = await send('GET', path);
  expect(head.headers['content-type']).toBe(got.headers['content-type']);
  expect(await listReadTimes()).toEqual([world.server.clock.now().toISOString()]);
});

it('A HEAD request for a task leaves it unopened, and is no visit of its client', async () => {
  const { caseId, practice, tasks, server } = world;
  const { workflowId } = await tasks.assign(caseId);
  await server.deps.db.updateTable('memberships').set({ lastSeenAt: null }).execute();
  const path = `/e.consult.${practice.accountId}/assistants/process?workflowKey=${workflowId}`;
  expect((await send('HEAD', path)).statusCode).toBe(200);
  const read = async () => [
    (await tasks.read(workflowId)).openedDate,
    (await server.deps.db.selectFrom('memberships').select('lastSeenAt').executeTakeFirstOrThrow())
      .lastSeenAt,
  ];
  expect(await read()).toEqual([null, null]);
  await send('GET', path);
  const now = server.clock.now().toISOString();
  expect(await read()).toEqual([now, now]);
});

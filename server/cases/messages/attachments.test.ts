import { afterEach, beforeEach, expect, it } from 'vitest';
import sharp from 'sharp';
import type { CaseFiles } from '#schemas/cases/caseFiles.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

const picture = await sharp({
  create: { width: 40, height: 20, channels: 3, background: '#7d1f3f' },
})
  .jpeg()
  .toBuffer();

describeOnEachDatabase('the files of an unread message', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  let fileId: string;
  let messageId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    const { provider, userId } = practice;
    ({ caseId } = await provider.openCase({ header: 'Unfall', userIds: [userId] }));
    fileId = await provider.upload('Foto.jpg', picture);
    ({ messageId } = await provider.write(caseId, { fileIds: [fileId] }));
    server.clock.forward(60_000);
  });
  afterEach(() => server.close());

  const get = (path: string) =>
    server.app.inject({ url: `/api${path}`, headers: practice.headers });
  const fetchReadTime = async () =>
    json<ProviderMessage>(
      await practice.provider.call('GET', `/cases/${caseId}/messages/${messageId}`),
    ).readBy.map((reader) => reader.readAt);
  const listFiles = async () =>
    json<CaseFiles>(await practice.client.call('GET', `/${caseId}/files`)).files;
  const listEvents = async () =>
    json<{ events: { type: string; messageId: string | null }[] }>(
      await get('/v2.0/events/since?after=0'),
    ).events.filter(({ type }) => type === 'messageRead');

  it.each(['download', 'preview'])('A %s reads the message first, once', async (way) => {
    expect(await fetchReadTime()).toEqual([null]);
    expect((await get(`/files/${way}/${fileId}`)).statusCode).toBe(200);
    const at = server.clock.now().toISOString();
    expect(await fetchReadTime()).toEqual([at]);
    server.clock.forward(60_000);
    await get(`/files/${way}/${fileId}`);
    expect(await fetchReadTime()).toEqual([at]);
    expect(await listEvents()).toMatchObject([{ messageId }]);
    expect(await practice.client.case(caseId)).toMatchObject({ totalUnreadMessage: 0 });
  });

  it('A thumbnail exists only after the message was read, and reads nothing', async () => {
    expect((await get(`/files/thumbnail/${fileId}`)).statusCode).toBe(404);
    expect(await listFiles()).toMatchObject([{ fileId, hasThumbnail: false }]);
    const { files } = await practice.client.timeline(caseId);
    expect(files).toMatchObject([{ fileId, hasThumbnail: false }]);
    expect(await fetchReadTime()).toEqual([null]);
    await practice.client.read(caseId, messageId);
    expect((await get(`/files/thumbnail/${fileId}`)).statusCode).toBe(200);
    expect(await listFiles()).toMatchObject([{ fileId, hasThumbnail: true }]);
  });

  it('A file that a read message contains too is open', async () => {
    const again = await practice.provider.write(caseId, { fileIds: [fileId] });
    await practice.client.read(caseId, again.messageId);
    expect((await get(`/files/thumbnail/${fileId}`)).statusCode).toBe(200);
    await get(`/files/download/${fileId}`);
    expect(await fetchReadTime()).toEqual([null]);
  });

  it('All messages up to an instant are read at once, with one event', async () => {
    const { client, provider } = practice;
    const folderId = await provider.addFolder(caseId, 'Gericht');
    await provider.write(caseId, { folderId });
    const until = server.clock.now().toISOString();
    server.clock.forward(60_000);
    const later = await provider.write(caseId);
    const read = (place = '', at = until) =>
      client.call('POST', `/${caseId}${place}/messages/read`, { Until: at });
    expect(json(await read())).toMatchObject({
      akte: { totalUnreadMessage: 1, totalUnreadMessageInFolder: 1 },
    });
    expect(json(await read())).toMatchObject({ akte: { totalUnreadMessage: 1 } });
    expect(await listEvents()).toMatchObject([{ messageId: null }]);
    expect(json(await read(`/folder/${folderId}`))).toMatchObject({
      akte: { totalUnreadMessage: 1, totalUnreadMessageInFolder: 0 },
    });
    expect(await client.timeline(caseId)).toMatchObject({
      firstUnread: { id: later.messageId },
    });
    expect((await read('/folder/unknown-folder')).statusCode).toBe(404);
  });
});

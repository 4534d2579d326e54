import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderMessage, Timeline } from '#schemas/cases/messages.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createClient, startPractice } from '#server/testing/testCases.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('withdrawal of a message', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterEach(() => server.close());

  const listHeaders = ({ messages }: Timeline): string[] =>
    messages.timeline.map(({ header }) => header);

  it('A withdrawn message loses files and counts, and a client’s cannot be withdrawn', async () => {
    const { provider, client, apiKey } = practice;
    await provider.write(caseId, { header: 'Bleibt', text: 'Bleibt' });
    server.clock.forward(1_000);
    const { fileuploadId: fileId } = json<{ fileuploadId: string }>(
      await server.app.inject({
        method: 'POST',
        url: '/provider/v1/files',
        headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
        payload:
          '--b\r\nContent-Disposition: form-data; name="File"; filename="A.txt"\r\n\r\n' +
          'Inhalt\r\n--b--\r\n',
      }),
    );
    const { messageId } = await provider.write(caseId, {
      header: 'Geht',
      text: 'Geht',
      fileIds: [fileId],
    });
    await client.call('POST', `/${caseId}/messages/${messageId}/favorite`);
    expect(json(await provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`))).toEqual({
      withdrawn: true,
    });
    const timeline = await client.timeline(caseId);
    expect([
      listHeaders(timeline),
      timeline.messages.totalCount,
      timeline.files,
      timeline.totalFiles,
    ]).toEqual([['Bleibt'], 1, [], 0]);
    expect(await client.case(caseId)).toMatchObject({
      totalUnreadMessage: 1,
      lastMessage: 'Bleibt',
    });
    for (const call of [
      client.call('POST', `/${caseId}/messages/${messageId}/read`),
      client.call('POST', `/${caseId}/messages/${messageId}/favorite`),
      server.app.inject({ url: `/api/files/download/${fileId}`, headers: practice.headers }),
    ]) {
      expect((await call).statusCode).toBe(404);
    }
    const own = await client.send(caseId);
    expect((await provider.call('DELETE', `/cases/${caseId}/messages/${own.id}`)).statusCode).toBe(
      404,
    );
  });

  it('A withdrawal resets the newest date of case and folder', async () => {
    const { provider, client } = practice;
    const folderId = await provider.addFolder(caseId, 'F');
    const dates = async () => {
      const {
        rootInfo,
        lastMessageDate,
        folders: [folder],
      } = await client.case(caseId);
      return [rootInfo.lastMessageDate, folder?.lastMessageDate, lastMessageDate];
    };
    const early = '2026-11-20T09:00:00.000Z';
    const [late, later] = ['2026-11-20T09:01:00.000Z', '2026-11-20T09:01:00.001Z'];
    const written: ProviderMessage[] = [];
    for (const at of [undefined, { folderId }]) written.push(await provider.write(caseId, at));
    server.clock.forward(60_000);
    for (const at of [undefined, { folderId }]) written.push(await provider.write(caseId, at));
    expect(await dates()).toEqual([late, later, later]);
    const withdraw = (index: number) =>
      provider.call('DELETE', `/cases/${caseId}/messages/${written[index]?.messageId}`);
    await Promise.all([withdraw(1), withdraw(2), withdraw(3)]);
    expect(await dates()).toEqual([early, null, early]);
    await withdraw(0);
    expect(await dates()).toEqual([null, null, null]);
  });

  it('A message that is withdrawn concurrently is not a favourite', async () => {
    const { provider, client } = practice;
    const ids = await Promise.all(
      Array.from({ length: 15 }, async () => (await provider.write(caseId)).messageId),
    );
    await Promise.all(
      ids.flatMap((id) => [
        client.call('POST', `/${caseId}/messages/${id}/favorite`),
        provider.call('DELETE', `/cases/${caseId}/messages/${id}`),
      ]),
    );
    expect(json(await client.call('GET', `/${caseId}/favorites`))).toEqual({
      messages: [],
      totalCount: 0,
    });
  });

  it('A message into a concurrently withdrawn folder is withdrawn or refused', async () => {
    const { provider, client, accountId, userId } = practice;
    const second = await addUser(server, [accountId]);
    await provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, second.id] });
    const folders = await Promise.all(
      Array.from({ length: 10 }, (_, index) => provider.addFolder(caseId, `F${index}`)),
    );
    const sent = await Promise.all(
      folders.flatMap((folder) => [
        client.call('POST', `/${caseId}/folder/${folder}/messages`, {
          Header: 'H',
          TextContent: 'T',
        }),
        provider.call('DELETE', `/cases/${caseId}/folders/${folder}`),
      ]),
    );
    expect(sent.filter(({ statusCode }) => ![200, 404].includes(statusCode))).toEqual([]);
    const reader = createClient(server, accountId, await signIn(server, second.id));
    expect(await reader.case(caseId)).toMatchObject({
      folderCount: 0,
      totalUnreadMessage: 0,
      totalUnreadMessageInFolder: 0,
      lastMessage: '',
      lastMessageDate: null,
    });
    expect(json(await provider.call('GET', `/cases/${caseId}/messages`))).toMatchObject({
      items: [],
    });
  });
});

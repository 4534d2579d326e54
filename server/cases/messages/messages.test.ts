import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message, ProviderMessage } from '#schemas/cases/messages.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createClient, startPractice } from '#server/testing/testCases.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  type TestServer,
} from '#server/testing/testServer.ts';
import { removeOrphans } from '#server/files/files/service.ts';

describeOnEachDatabase('a message', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterEach(() => server.close());
  const uploaded = async (name: string, headers = practice.headers): Promise<string> =>
    json<{ files: { fileuploadId: string }[] }>(
      await upload(server, { workflowKey: '', headers }, { name, content: Buffer.from('Inhalt') }),
    ).files[0]?.fileuploadId ?? '';

  it('A provider’s message is unread and has labels, document date and files', async () => {
    const { provider, client, accountId, apiKey } = practice;
    const sent = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/files',
      headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
      payload:
        '--b\r\nContent-Disposition: form-data; name="File"; filename="Gutachten.txt"\r\n\r\n' +
        'Inhalt\r\n--b--\r\n',
    });
    const fileId = json<{ fileuploadId: string }>(sent).fileuploadId;
    const { messageId } = await provider.write(caseId, {
      header: 'Gutachten',
      text: 'Es liegt vor.',
      labels: ['Wichtig'],
      belegdatum: '2026-11-12',
      fileIds: [fileId],
      creatorName: 'Selin Aydın',
    });
    const { messages, files, totalFiles, firstUnread } = await client.timeline(caseId);
    const attachment = {
      fileId,
      fileName: 'Gutachten.txt',
      fileExtension: 'txt',
      size: 6,
      hasThumbnail: false,
      messageId,
      creationDate: '2026-11-20T09:00:00.000Z',
    };
    expect(messages).toEqual({
      totalCount: 1,
      timeline: [
        {
          id: messageId,
          messageKey: null,
          header: 'Gutachten',
          message: 'Es liegt vor.',
          creatorName: 'Selin Aydın',
          creatorIdHash: accountId,
          creationDate: '2026-11-20T09:00:00.000Z',
          isOwnMessage: false,
          labels: ['Wichtig'],
          attachments: [attachment],
          isFavorite: false,
          read: false,
          belegdatum: '2026-11-12',
          folderId: null,
        },
      ],
    });
    expect({ files, totalFiles, firstUnread }).toEqual({
      files: [attachment],
      totalFiles: 1,
      firstUnread: { id: messageId, creationDate: '2026-11-20T09:00:00.000Z' },
    });
    expect(await client.timeline(caseId, '?Only=messages')).toEqual({
      messages,
      folders: [],
      files: [],
      totalFiles: 1,
      firstUnread,
    });
    const download = await server.app.inject({
      url: `/api/files/download/${fileId}`,
      headers: practice.headers,
    });
    expect([download.statusCode, download.body]).toEqual([200, 'Inhalt']);
  });

  it('A client’s message has its Idempotency-Key, and the provider reads its files', async () => {
    const { provider, client, userId } = practice;
    const fileId = await uploaded('Foto.txt');
    const sent = await client.send(
      caseId,
      { Header: 'Frage', TextContent: 'Und jetzt?', UploadIds: [fileId] },
      'queue-1',
    );
    expect(sent).toMatchObject({
      isOwnMessage: true,
      messageKey: 'queue-1',
      read: true,
      creatorName: 'Miriam Castillo',
      creatorIdHash: userId,
      attachments: [{ fileId }],
    });
    expect(await client.case(caseId)).toMatchObject({
      totalUnreadMessage: 0,
      lastMessage: 'Und jetzt?',
    });
    const { items } = json<{ items: ProviderMessage[] }>(
      await provider.call('GET', `/cases/${caseId}/messages`),
    );
    expect(items).toMatchObject([
      {
        messageId: sent.id,
        userId,
        header: 'Frage',
        text: 'Und jetzt?',
        files: [{ fileId }],
        readBy: [],
      },
    ]);
    expect(
      (await provider.call('GET', `/cases/${caseId}/messages/${sent.id}/files/${fileId}`)).body,
    ).toBe('Inhalt');
  });

  it('Concurrent retries store one message, and another text is a conflict', async () => {
    const { client } = practice;
    const sent = await Promise.all([1, 2, 3, 4].map(() => client.send(caseId, {}, 'queue-1')));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect((await client.timeline(caseId)).messages.totalCount).toBe(1);
    expect(
      (
        await client.call(
          'POST',
          `/${caseId}/messages`,
          { Header: 'Anders', TextContent: 'X' },
          'queue-1',
        )
      ).statusCode,
    ).toBe(409);
  });

  it('A retry gets its message although permission or folder are gone, not the case', async () => {
    const { provider, client } = practice;
    await provider.call('PUT', `/cases/${caseId}`, {
      header: 'A',
      serviceAkte: true,
      permissionToReply: true,
    });
    const folderId = await provider.addFolder(caseId, 'F');
    const [sent, written] = [
      await client.send(caseId, {}, 'queue-1'),
      await provider.call(
        'POST',
        `/cases/${caseId}/messages`,
        { header: 'H', text: 'T', folderId },
        'program-1',
      ),
    ];
    await provider.call('PUT', `/cases/${caseId}`, {
      header: 'A',
      serviceAkte: true,
      permissionToReply: false,
    });
    expect(await client.send(caseId, {}, 'queue-1')).toMatchObject({ id: sent.id });
    expect(
      (
        await client.call(
          'POST',
          `/${caseId}/messages`,
          { Header: 'H', TextContent: 'T' },
          'queue-2',
        )
      ).statusCode,
    ).toBe(403);
    await provider.call('DELETE', `/cases/${caseId}/folders/${folderId}`);
    expect(written.statusCode).toBe(200);
    expect(
      (
        await provider.call(
          'POST',
          `/cases/${caseId}/messages`,
          { header: 'H', text: 'T', folderId },
          'program-1',
        )
      ).statusCode,
    ).toBe(404); // sent, then withdrawn with its folder
    await provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [] });
    expect(
      (
        await client.call(
          'POST',
          `/${caseId}/messages`,
          { Header: 'Frage', TextContent: 'Wie geht es weiter?' },
          'queue-1',
        )
      ).statusCode,
    ).toBe(404);
  });

  it('A message is read once per client, and the provider sees when', async () => {
    const { provider, client, accountId, userId } = practice;
    const second = await addUser(server, [accountId]);
    await provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, second.id] });
    const { messageId } = await provider.write(caseId);
    server.clock.forward(60_000);
    const { message, akte } = await client.read(caseId, messageId);
    expect([message.read, akte.totalUnreadMessage]).toEqual([true, 0]);
    server.clock.forward(60_000);
    await client.read(caseId, messageId);
    expect(
      await createClient(server, accountId, await signIn(server, second.id)).case(caseId),
    ).toMatchObject({ totalUnreadMessage: 1 });
    const { readBy } = json<ProviderMessage>(
      await provider.call('GET', `/cases/${caseId}/messages/${messageId}`),
    );
    expect(readBy).toEqual(
      expect.arrayContaining([
        { userId, readAt: '2026-11-20T09:01:00.000Z' },
        { userId: second.id, readAt: null },
      ]),
    );
  });

  it('A client’s message is unread for other clients, not for its author', async () => {
    const { provider, client, accountId, userId } = practice;
    const second = await addUser(server, [accountId], { firstName: 'Jonas', lastName: 'Wieland' });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, second.id] });
    const other = createClient(server, accountId, await signIn(server, second.id));
    await other.send(caseId, {}, 'queue-1');
    expect((await client.timeline(caseId)).messages.timeline).toMatchObject([
      { isOwnMessage: false, messageKey: null, read: false, creatorName: 'Jonas Wieland' },
    ]);
    expect((await other.timeline(caseId)).messages.timeline).toMatchObject([
      { isOwnMessage: true, read: true },
    ]);
  });

  it('A message can be a client’s favourite, listed newest first', async () => {
    const { provider, client } = practice;
    const folder = await provider.addFolder(caseId, 'F');
    const ids: string[] = [];
    for (const folderId of [undefined, folder, undefined]) {
      ids.push((await provider.write(caseId, folderId ? { folderId } : {})).messageId);
      server.clock.forward(1_000);
    }
    for (const id of [ids[1], ids[0]])
      expect(json(await client.call('POST', `/${caseId}/messages/${id}/favorite`))).toMatchObject({
        id,
        isFavorite: true,
      });
    const favorites = async () =>
      json<{ messages: Message[]; totalCount: number }>(
        await client.call('GET', `/${caseId}/favorites`),
      );
    expect((await favorites()).messages.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    await client.call('DELETE', `/${caseId}/messages/${ids[1]}/favorite`);
    expect(await favorites()).toMatchObject({
      totalCount: 1,
      messages: [{ id: ids[0], isFavorite: true }],
    });
  });

  it('A message in a service case needs the permission to reply', async () => {
    const { provider, client, userId } = practice;
    const service = await provider.openCase({
      header: 'Dienst',
      serviceAkte: true,
      permissionToReply: false,
      userIds: [userId],
    });
    const answer = await client.call('POST', `/${service.caseId}/messages`, {
      Header: 'H',
      TextContent: 'T',
    });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([403, 'uploadLimit']);
    await provider.call('PUT', `/cases/${service.caseId}`, {
      header: 'Dienst',
      serviceAkte: true,
      permissionToReply: true,
    });
    expect(
      (await client.call('POST', `/${service.caseId}/messages`, { Header: 'H', TextContent: 'T' }))
        .statusCode,
    ).toBe(200);
  });

  it.each([
    ['a subject of spaces', { Header: '  ', TextContent: 'T' }, '/Header'],
    ['no text', { Header: 'H', TextContent: '' }, '/TextContent'],
    ['a text that is too long', { Header: 'H', TextContent: 'x'.repeat(20_001) }, '/TextContent'],
    [
      'an upload of somebody else',
      { Header: 'H', TextContent: 'T', UploadIds: ['nobody-has-this'] },
      '/UploadIds/0',
    ],
    [
      'more files than a message takes',
      {
        Header: 'H',
        TextContent: 'T',
        UploadIds: Array.from({ length: 21 }, (_, index) => `upload-${index}-12345`),
      },
      '/UploadIds',
    ],
  ])('A message with %s is refused with its field', async (_, payload, field) => {
    const answer = await practice.client.call('POST', `/${caseId}/messages`, payload);
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [field],
    ]);
  });

  it('A message of 20,000 characters is stored completely', async () => {
    const TextContent = 'ß'.repeat(20_000);
    expect((await practice.client.send(caseId, { TextContent })).message).toBe(TextContent);
  });

  it('A file uploaded in another account’s session is refused', async () => {
    const { client, userId, accountId } = practice;
    const other = await addAccount(server);
    const { id } = await addUser(server, [accountId, other.accountId]);
    await practice.provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, id] });
    const [here, elsewhere] = [
      await signIn(server, id, 'unregistered', accountId),
      await signIn(server, id, 'unregistered', other.accountId),
    ];
    const uploadedThere = await uploaded('A.txt', elsewhere);
    const inThisAccount = createClient(server, accountId, here);
    expect(
      (
        await inThisAccount.call('POST', `/${caseId}/messages`, {
          Header: 'H',
          TextContent: 'T',
          UploadIds: [uploadedThere],
        })
      ).statusCode,
    ).toBe(400);
    const get = (headers: Record<string, string>) =>
      server.app.inject({ url: `/api/files/download/${uploadedThere}`, headers });
    expect([(await get(here)).statusCode, (await get(elsewhere)).statusCode]).toEqual([404, 200]);
    expect(
      await inThisAccount.send(caseId, { UploadIds: [await uploaded('B.txt', here)] }),
    ).toMatchObject({ attachments: [{ fileName: 'B.txt' }] });
    expect((await client.timeline(caseId)).totalFiles).toBe(1);
  });

  it('The files of a message are not orphans and cannot be removed', async () => {
    const { client } = practice;
    const [sent, unsent] = [await uploaded('A.txt'), await uploaded('B.txt')];
    await client.send(caseId, { UploadIds: [sent] });
    server.clock.forward(25 * 3_600_000);
    const headers = await signIn(server, practice.userId);
    expect(
      (
        await server.app.inject({
          method: 'DELETE',
          url: `/api/v2.0/files/upload/${sent}`,
          headers,
        })
      ).statusCode,
    ).toBe(404);
    expect(await removeOrphans(server.deps)).toBe(1);
    const get = (id: string) => server.app.inject({ url: `/api/files/download/${id}`, headers });
    expect([(await get(sent)).statusCode, (await get(unsent)).statusCode]).toEqual([200, 404]);
  });
});

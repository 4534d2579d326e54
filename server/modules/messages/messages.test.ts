import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message, ProviderMessage, Timeline } from '#schemas/messages.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { clientOf, startPractice } from '#server/testing/testCases.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  type TestServer,
} from '#server/testing/testServer.ts';
import { removeOrphans } from '#server/modules/files/service.ts';

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

  const headersOf = ({ messages }: Timeline): string[] =>
    messages.timeline.map(({ header }) => header);
  const uploaded = async (name: string, headers = practice.headers): Promise<string> =>
    json<{ files: { fileuploadId: string }[] }>(
      await upload(server, { workflowKey: '', headers }, { name, content: Buffer.from('Inhalt') }),
    ).files[0]?.fileuploadId ?? '';

  it('of the provider’s comes unread, with labels, document date and files', async () => {
    const { provider, client, accountId, apiKey } = practice;
    const sent = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/files',
      headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
      payload:
        '--b\r\nContent-Disposition: form-data; name="File"; filename="Gutachten.txt"\r\n\r\nInhalt\r\n--b--\r\n',
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

  it('of a client’s is their own, carries the key it was sent under, and the provider reads it with its files', async () => {
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

  it('sent again under its key is there once, also when both are sent at once; another text under it is refused', async () => {
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

  it('that was sent is answered as sent when the permission, or the folder it went to, has gone meanwhile, and not to whoever has lost the case', async () => {
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
    ).toBe(404); // sent, and withdrawn with its folder
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

  it('stays in order when many are sent in one millisecond', async () => {
    const { client } = practice;
    for (let count = 0; count < 5; count += 1)
      await client.send(caseId, { Header: `Nr. ${count}` });
    const timeline = await client.timeline(caseId);
    expect(headersOf(timeline)).toEqual(['Nr. 4', 'Nr. 3', 'Nr. 2', 'Nr. 1', 'Nr. 0']);
    expect(new Set(timeline.messages.timeline.map(({ creationDate }) => creationDate)).size).toBe(
      5,
    );
  });

  it('is read once, by each client for themselves, and the provider sees when', async () => {
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
      await clientOf(server, accountId, await signIn(server, second.id)).case(caseId),
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

  it('of one client is unread for the other, and not for its author', async () => {
    const { provider, client, accountId, userId } = practice;
    const second = await addUser(server, [accountId], { firstName: 'Jonas', lastName: 'Wieland' });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, second.id] });
    const other = clientOf(server, accountId, await signIn(server, second.id));
    await other.send(caseId, {}, 'queue-1');
    expect((await client.timeline(caseId)).messages.timeline).toMatchObject([
      { isOwnMessage: false, messageKey: null, read: false, creatorName: 'Jonas Wieland' },
    ]);
    expect((await other.timeline(caseId)).messages.timeline).toMatchObject([
      { isOwnMessage: true, read: true },
    ]);
  });

  it('can be a favourite of one client, in the case or a folder, newest first', async () => {
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

  it('is paged to both ends from anywhere, each one once', async () => {
    const { client } = practice;
    const sent: string[] = [];
    for (let count = 0; count < 23; count += 1)
      sent.push((await client.send(caseId, { Header: `Nr. ${count}` })).id);
    const newestFirst = sent.toReversed();
    const follow = async (query: string): Promise<string[]> => {
      const { messages } = await client.timeline(caseId, query);
      const direction = query.includes('Ascending') ? 'Ascending' : 'Descending';
      return [
        ...messages.timeline.map(({ id }) => id),
        ...(messages.cursor
          ? await follow(`?Size=5&Direction=${direction}&Cursor=${messages.cursor}`)
          : []),
      ];
    };
    expect(await follow('?Size=5')).toEqual(newestFirst);
    expect(await follow('?Size=5&Direction=Ascending')).toEqual(sent);
    expect(
      (await client.timeline(caseId, '?Size=5&Offset=5')).messages.timeline.map(({ id }) => id),
    ).toEqual(newestFirst.slice(5, 10));
    const around = (await client.timeline(caseId, `?Size=6&Around=${sent[10]}`)).messages;
    const seen = around.timeline.map(({ id }) => id);
    expect(seen).toEqual(newestFirst.slice(9, 16));
    expect([
      ...(await follow(`?Size=5&Direction=Ascending&Cursor=${around.newerCursor}`)).toReversed(),
      ...seen,
      ...(await follow(`?Size=5&Cursor=${around.cursor}`)),
    ]).toEqual(newestFirst);
    expect((await client.timeline(caseId, '?Size=-1')).messages.timeline).toHaveLength(23);
    expect((await client.call('GET', `/timeline/${caseId}?Cursor=nonsense`)).statusCode).toBe(400);
    // From any page a reader can turn round: what lies there is what was there before.
    const down = (await client.timeline(caseId, `?Size=5&Cursor=${around.cursor}`)).messages;
    const up = (
      await client.timeline(caseId, `?Size=5&Direction=Ascending&Cursor=${around.newerCursor}`)
    ).messages;
    const ids = ({ timeline }: Timeline['messages']) => timeline.map(({ id }) => id);
    expect(
      ids(
        (await client.timeline(caseId, `?Size=5&Direction=Ascending&Cursor=${down.newerCursor}`))
          .messages,
      ),
    ).toEqual(ids(around).toReversed().slice(0, 5));
    expect(
      ids((await client.timeline(caseId, `?Size=5&Cursor=${up.olderCursor}`)).messages),
    ).toEqual(ids(around).slice(0, 5));
    expect(
      (await client.call('GET', `/timeline/${caseId}?Around=nobody-has-this`)).statusCode,
    ).toBe(404);
  });

  it('in a folder stands there and not in the case', async () => {
    const { provider, client } = practice;
    const folder = await provider.addFolder(caseId, 'F');
    const inner = await provider.addFolder(caseId, 'G', folder);
    await provider.write(caseId, { header: 'Im Ganzen' });
    await provider.write(caseId, { header: 'Im Ordner', folderId: folder });
    const sent = json<Message>(
      await client.call('POST', `/${caseId}/folder/${folder}/messages`, {
        Header: 'Antwort',
        TextContent: 'Ja',
      }),
    );
    expect(sent.folderId).toBe(folder);
    expect(headersOf(await client.timeline(caseId))).toEqual(['Im Ganzen']);
    const inFolder = json<Timeline>(
      await client.call(
        'GET',
        `/timeline/${caseId}/folder/${folder}?Direction=Ascending&Offset=0&Size=-1`,
      ),
    );
    expect(headersOf(inFolder)).toEqual(['Im Ordner', 'Antwort']);
    expect(inFolder.folders).toMatchObject([{ id: inner }]);
    expect((await client.timeline(caseId)).folders).toMatchObject([{ id: folder }]);
  });

  it('of before the portal stands where its date puts it, and moves no case up', async () => {
    const { provider, client } = practice;
    await provider.write(caseId, { header: 'Heute', text: 'Heute' });
    await provider.write(caseId, {
      header: 'Früher',
      text: 'Früher',
      creationDate: '2025-03-01T08:00:00+01:00',
    });
    expect(headersOf(await client.timeline(caseId))).toEqual(['Heute', 'Früher']);
    expect(await client.case(caseId)).toMatchObject({
      lastMessage: 'Heute',
      lastMessageDate: '2026-11-20T09:00:00.000Z',
      totalUnreadMessage: 2,
    });
  });

  it('that is withdrawn is gone with its files and counts; one of a client’s cannot be', async () => {
    const { provider, client, apiKey } = practice;
    await provider.write(caseId, { header: 'Bleibt', text: 'Bleibt' });
    server.clock.forward(1_000);
    const { fileuploadId: fileId } = json<{ fileuploadId: string }>(
      await server.app.inject({
        method: 'POST',
        url: '/provider/v1/files',
        headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
        payload:
          '--b\r\nContent-Disposition: form-data; name="File"; filename="A.txt"\r\n\r\nInhalt\r\n--b--\r\n',
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
      headersOf(timeline),
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

  it('that is withdrawn leaves the date of the newest one that stays, in the case and in a folder', async () => {
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
    const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:01:00.000Z'];
    const written: ProviderMessage[] = [];
    for (const at of [undefined, { folderId }]) written.push(await provider.write(caseId, at));
    server.clock.forward(60_000);
    for (const at of [undefined, { folderId }]) written.push(await provider.write(caseId, at));
    expect(await dates()).toEqual([late, late, late]);
    const withdraw = (index: number) =>
      provider.call('DELETE', `/cases/${caseId}/messages/${written[index]?.messageId}`);
    await Promise.all([withdraw(2), withdraw(3)]);
    expect(await dates()).toEqual([early, early, early]);
    await Promise.all([withdraw(0), withdraw(1)]);
    expect(await dates()).toEqual([null, null, null]);
  });

  it('that is withdrawn while somebody marks it is no favourite', async () => {
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

  it('that is sent into a folder while that is withdrawn goes with it, or is refused', async () => {
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
    const reader = clientOf(server, accountId, await signIn(server, second.id));
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

  it('in a service case needs the permission to reply', async () => {
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
  ])('with %s is refused and names the field', async (_, payload, field) => {
    const answer = await practice.client.call('POST', `/${caseId}/messages`, payload);
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [field],
    ]);
  });

  it('of 20,000 characters arrives whole', async () => {
    const TextContent = 'ß'.repeat(20_000);
    expect((await practice.client.send(caseId, { TextContent })).message).toBe(TextContent);
  });

  it('takes no file that was uploaded in the session of another account, though the user is the same', async () => {
    const { client, userId, accountId } = practice;
    const other = await addAccount(server);
    const { id } = await addUser(server, [accountId, other.accountId]);
    await practice.provider.call('PUT', `/cases/${caseId}`, { header: 'A', userIds: [userId, id] });
    const [here, elsewhere] = [
      await signIn(server, id, 'unregistered', accountId),
      await signIn(server, id, 'unregistered', other.accountId),
    ];
    const uploadedThere = await uploaded('A.txt', elsewhere);
    const inThisAccount = clientOf(server, accountId, here);
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

  it('keeps its files: they are no orphans, and cannot be taken back', async () => {
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

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createClient, startPractice } from '#server/testing/testCases.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('a case', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const minute = () => server.clock.forward(60_000);

  it('A case is shown to its clients as the provider created it', async () => {
    const { provider, client, userId, accountId } = practice;
    const { caseId } = await provider.openCase({
      header: 'Verkehrsunfall',
      aktenzeichen: '17/26',
      categories: ['Verkehr'],
      serviceAkte: true,
      permissionToReply: false,
      creator: { firstName: 'Selin', lastName: 'Aydın' },
      assignees: [{ firstName: 'Jan', lastName: 'Petersen' }],
      userIds: [userId],
    });
    expect(await client.cases()).toEqual([
      {
        idHash: caseId,
        creatorIdHash: accountId,
        creatorFirstName: 'Selin',
        creatorLastName: 'Aydın',
        creationDate: '2026-11-20T09:00:00.000Z',
        accountId,
        accountName: 'Kanzlei Test',
        header: 'Verkehrsunfall',
        aktenzeichen: '17/26',
        aktenkurzbezeichnung: '',
        lastMessage: '',
        lastMessageBy: '',
        isLastMessageOwn: false,
        lastMessageDate: null,
        folderCount: 0,
        folders: [],
        rootInfo: {
          id: caseId,
          name: 'Verkehrsunfall',
          totalUnreadMessage: 0,
          lastMessageDate: null,
        },
        totalUnreadMessage: 0,
        totalUnreadMessageInFolder: 0,
        mainColor: '#7d1f3f',
        secondaryColor: '#d9a05b',
        categories: ['Verkehr'],
        permissionToReply: false,
        serviceAkte: true,
        isEsyAkte: false,
        closedDate: null,
        endedDate: null,
        assignees: [{ firstName: 'Jan', lastName: 'Petersen', profilePictureUrl: null }],
      },
    ]);
  });

  it('A case has nested folders and counts unread messages in all of them', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const outer = await provider.addFolder(caseId, 'Gutachten');
    const inner = await provider.addFolder(caseId, 'Nachbesichtigung', outer);
    await provider.write(caseId);
    await provider.write(caseId, { folderId: outer });
    await provider.write(caseId, { folderId: inner, text: '  Das Ergebnis. ' });
    const shown = await client.case(caseId);
    expect(shown).toMatchObject({
      totalUnreadMessage: 1,
      totalUnreadMessageInFolder: 2,
      folderCount: 2,
      lastMessage: 'Das Ergebnis.',
    });
    expect(shown.folders).toMatchObject([
      {
        id: outer,
        parentId: null,
        parentName: null,
        rootId: caseId,
        name: 'Gutachten',
        totalUnreadMessage: 1,
        descendants: [
          {
            id: inner,
            parentId: outer,
            parentName: 'Gutachten',
            rootId: caseId,
            name: 'Nachbesichtigung',
            totalUnreadMessage: 1,
            descendants: [],
            lastMessageDate: '2026-11-20T09:00:00.002Z',
          },
        ],
      },
    ]);
  });

  it('A removed client loses the case, and gets all of it as new when added again', async () => {
    const { provider, client, userId, accountId } = practice;
    const second = await addUser(server, [accountId]);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    await provider.write(caseId);
    const changed = json<ProviderCase>(
      await provider.call('PUT', `/cases/${caseId}`, { header: 'B', userIds: [second.id] }),
    );
    expect(changed).toMatchObject({ header: 'B', userIds: [second.id] });
    expect(await client.cases()).toEqual([]);
    expect((await client.call('GET', `/${caseId}`)).statusCode).toBe(404);
    expect(
      await createClient(server, accountId, await signIn(server, second.id)).case(caseId),
    ).toMatchObject({ totalUnreadMessage: 1 });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'B', userIds: [userId, second.id] });
    expect(await client.case(caseId)).toMatchObject({ totalUnreadMessage: 1 });
  });

  it('A change without clients keeps them and what they have read', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    await client.read(caseId, messageId);
    await provider.call('PUT', `/cases/${caseId}`, { header: 'B' });
    expect(await client.case(caseId)).toMatchObject({ header: 'B', totalUnreadMessage: 0 });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'B', userIds: [] });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'B', userIds: [userId] });
    expect(await client.case(caseId)).toMatchObject({ totalUnreadMessage: 0 });
  });

  it('A withdrawn folder takes its content, unread counts and newest message with it', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    await provider.write(caseId, { text: 'Im Ganzen' });
    minute();
    const outer = await provider.addFolder(caseId, 'Außen');
    const inner = await provider.addFolder(caseId, 'Innen', outer);
    const { messageId } = await provider.write(caseId, { folderId: inner, text: 'Im Ordner' });
    await client.call('POST', `/${caseId}/messages/${messageId}/favorite`);
    expect(json(await provider.call('DELETE', `/cases/${caseId}/folders/${outer}`))).toEqual({
      withdrawn: true,
    });
    expect(await client.case(caseId)).toMatchObject({
      folderCount: 0,
      folders: [],
      totalUnreadMessageInFolder: 0,
      lastMessage: 'Im Ganzen',
      lastMessageDate: '2026-11-20T09:00:00.000Z',
    });
    for (const path of [
      `/timeline/${caseId}/folder/${inner}`,
      `/timeline/${caseId}/folder/${outer}`,
    ])
      expect((await client.call('GET', path)).statusCode).toBe(404);
    expect(json(await client.call('GET', `/${caseId}/favorites`))).toEqual({
      messages: [],
      totalCount: 0,
    });
    expect((await client.call('POST', `/${caseId}/messages/${messageId}/read`)).statusCode).toBe(
      404,
    );
  });

  it('A withdrawn case is unknown to everyone, also to the provider', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    await provider.call('DELETE', `/cases/${caseId}`);
    expect(await client.cases()).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/folders'],
      ['POST', '/messages'],
    ] as const) {
      expect(
        (
          await provider.call(
            method,
            `/cases/${caseId}${path}`,
            method === 'GET' || method === 'DELETE'
              ? undefined
              : { header: 'B', name: 'C', text: '' },
          )
        ).statusCode,
      ).not.toBe(200);
    }
    expect(json(await provider.call('GET', '/cases'))).toEqual({ items: [], total: 0 });
  });

  it('Concurrent retries create one case, and another body is a conflict', async () => {
    const { provider } = practice;
    const answers = await Promise.all(
      [1, 2, 3].map(() => provider.call('POST', '/cases', { header: 'Einmal' }, 'key-1')),
    );
    expect(new Set(answers.map((answer) => json<ProviderCase>(answer).caseId)).size).toBe(1);
    expect((await provider.call('POST', '/cases', { header: 'Anders' }, 'key-1')).statusCode).toBe(
      409,
    );
    const { caseId } = json<ProviderCase>(answers[0] ?? (await provider.call('GET', '/cases')));
    const folders = await Promise.all(
      [1, 2].map(() => provider.call('POST', `/cases/${caseId}/folders`, { name: 'F' }, 'key-2')),
    );
    expect(new Set(folders.map((answer) => json<{ folderId: string }>(answer).folderId)).size).toBe(
      1,
    );
  });

  it.each([
    [
      'a client the provider does not have',
      '',
      { header: 'A', userIds: ['somebody-else'] },
      '/userIds/0',
    ],
    ['a header of spaces', '', { header: '  ' }, '/header'],
    [
      'a folder in one that is not there',
      '/folders',
      { name: 'F', parentId: 'nobody-has-this' },
      '/parentId',
    ],
    [
      'a message in such a folder',
      '/messages',
      { header: 'H', text: 'T', folderId: 'nobody-has-this' },
      '/folderId',
    ],
    [
      'a message with a file nobody uploaded',
      '/messages',
      { header: 'H', text: 'T', fileIds: ['nobody-has-this'] },
      '/fileIds/0',
    ],
    [
      'a message from tomorrow',
      '/messages',
      { header: 'H', text: 'T', creationDate: '2026-11-21T09:00:00Z' },
      '/creationDate',
    ],
    [
      'a document date that no calendar has',
      '/messages',
      { header: 'H', text: 'T', belegdatum: '2026-02-31' },
      '/belegdatum',
    ],
  ])('A case with %s is refused with its field', async (_, path, payload, field) => {
    const { provider } = practice;
    const { caseId } = await provider.openCase({ header: 'A' });
    const answer = await provider.call(
      'POST',
      path ? `/cases/${caseId}${path}` : '/cases',
      payload,
    );
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [field],
    ]);
  });

  it('The number and depth of folders are limited', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    let parentId: string | undefined;
    for (let depth = 1; depth <= 100; depth += 1)
      parentId = await provider.addFolder(caseId, `Ebene ${depth}`, parentId);
    expect(
      (await provider.call('POST', `/cases/${caseId}/folders`, { name: 'Zu tief', parentId }))
        .statusCode,
    ).toBe(400);
    expect(await client.case(caseId)).toMatchObject({ folderCount: 100 });
  });

  it('A case counts in its account’s unread messages, beside automatic replies', async () => {
    const { provider, userId, headers } = practice;
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    await provider.write(caseId);
    await provider.write(caseId, { folderId: await provider.addFolder(caseId, 'F') });
    expect(
      (await provider.call('PUT', '/autoResponder', { isActivated: true, message: ' ' }))
        .statusCode,
    ).toBe(400);
    await provider.call('PUT', '/autoResponder', {
      isActivated: true,
      message: 'Wir antworten bis Montag.',
    });
    expect(json(await provider.call('GET', '/autoResponder'))).toEqual({
      isActivated: true,
      message: 'Wir antworten bis Montag.',
    });
    const { accounts } = json<{ accounts: object[] }>(
      await server.app.inject({ url: '/api/v2.0/accounts', headers }),
    );
    expect(accounts).toMatchObject([
      {
        totalUnreadMessage: 2,
        autoResponderSetting: { isActivated: true, message: 'Wir antworten bis Montag.' },
      },
    ]);
  });
});

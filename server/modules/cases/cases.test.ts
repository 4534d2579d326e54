import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CaseList, ProviderCase } from '#schemas/cases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { clientOf, providerOf, startPractice } from '#server/testing/testCases.ts';
import {
  addAccount,
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

  it('is shown to its clients as the provider has opened it', async () => {
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
        assignees: [{ firstName: 'Jan', lastName: 'Petersen', profilePictureUrl: null }],
      },
    ]);
  });

  it('has folders within folders, and counts what is unread in itself and in them', async () => {
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
            lastMessageDate: '2026-11-20T09:00:00.000Z',
          },
        ],
      },
    ]);
  });

  it('stands first in the list when something was written in it last', async () => {
    const { provider, client, userId } = practice;
    const ids: string[] = [];
    for (const header of ['Eins', 'Zwei', 'Drei']) {
      ids.push((await provider.openCase({ header, userIds: [userId] })).caseId);
      minute();
    }
    await provider.write(ids[0] ?? '');
    expect((await client.cases()).map(({ header }) => header)).toEqual(['Eins', 'Drei', 'Zwei']);
  });

  it('in which something is unread is found however many were active after it', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'Ungelesen', userIds: [userId] });
    await provider.write(caseId);
    for (const header of ['Eins', 'Zwei', 'Drei']) {
      minute();
      await provider.openCase({ header, userIds: [userId] });
    }
    const unread = async () =>
      (await client.cases('?Size=2&Unread=true')).map(({ header, totalUnreadMessage }) => [
        header,
        totalUnreadMessage,
      ]);
    expect(await unread()).toEqual([['Ungelesen', 1]]);
    const { messages } = await client.timeline(caseId);
    await client.read(caseId, messages.timeline[0]?.id ?? '');
    expect(await unread()).toEqual([]);
  });

  it('is listed page by page, every one once, grouped by account', async () => {
    const other = await addAccount(server, { name: 'Andere Kanzlei' });
    const { id: userId } = await addUser(server, [practice.accountId, other.accountId]);
    const headers = await signIn(server, userId);
    for (let count = 0; count < 5; count += 1) {
      for (const provider of [practice.provider, providerOf(server, other.apiKey)])
        await provider.openCase({ header: `Akte ${count}`, userIds: [userId] });
    }
    const page = async (cursor?: string): Promise<CaseList> =>
      json(
        await server.app.inject({
          url: `/api/v2.0/akten?Size=4${cursor ? `&Cursor=${cursor}` : ''}`,
          headers,
        }),
      );
    const pages = [await page()];
    for (let next = pages[0]?.cursor; next; next = pages.at(-1)?.cursor)
      pages.push(await page(next));
    expect(
      pages.map(({ akten }) => akten.reduce((sum, group) => sum + group.akten.length, 0)),
    ).toEqual([4, 4, 2]);
    expect(
      new Set(
        pages.flatMap(({ akten }) =>
          akten.flatMap((group) => group.akten.map(({ idHash }) => idHash)),
        ),
      ).size,
    ).toBe(10);
    for (const { akten } of pages)
      for (const { accountId, akten: ofGroup } of akten)
        expect(new Set(ofGroup.map((shown) => shown.accountId))).toEqual(new Set([accountId]));
    expect(
      (await clientOf(server, other.accountId, headers).cases()).map(
        ({ accountName }) => accountName,
      ),
    ).toEqual(Array(5).fill('Andere Kanzlei'));
  });

  it.each([
    ['any part of the header, in any case', 'ÄRGER', ['Ärger mit 100 % Sicherheit']],
    ['the creator’s first name', 'selin', ['Kündigung']],
    ['the creator’s last name', 'AYDIN', []], // a dotless i is another letter
    ['the account’s name', 'kanzlei', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
    ['a sign that means something in a pattern', '100 %', ['Ärger mit 100 % Sicherheit']],
    ['another such sign', '_', []],
    ['nothing', '   ', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
  ])('is found by %s', async (_, text, expected) => {
    const { provider, client, userId } = practice;
    await provider.openCase({ header: 'Ärger mit 100 % Sicherheit', userIds: [userId] });
    minute();
    await provider.openCase({
      header: 'Kündigung',
      creator: { firstName: 'Selin', lastName: 'Aydın' },
      userIds: [userId],
    });
    expect(
      (await client.cases(`?Search=${encodeURIComponent(text)}`)).map(({ header }) => header),
    ).toEqual(expected);
  });

  it('is gone for a client who is no longer named, and with it what was unread; whoever is named later gets all of it as new', async () => {
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
      await clientOf(server, accountId, await signIn(server, second.id)).case(caseId),
    ).toMatchObject({ totalUnreadMessage: 1 });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'B', userIds: [userId, second.id] });
    expect(await client.case(caseId)).toMatchObject({ totalUnreadMessage: 1 });
  });

  it('keeps its clients when a change names none, and what they had read stays read', async () => {
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

  it('takes a withdrawn folder with all inside it, and with what was unread and newest there', async () => {
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

  it('is nobody’s any more once withdrawn, not even the provider’s', async () => {
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
    expect(json(await provider.call('GET', '/cases'))).toEqual({ items: [] });
  });

  it('is opened once under one key, also when asked twice at once; another wish under it is refused', async () => {
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
  ])('refuses %s and names the field', async (_, path, payload, field) => {
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

  it('has at most so many folders, and so many within each other', async () => {
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

  it('counts into what its account says is unread, beside what the account answers by itself', async () => {
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

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CaseList } from '#schemas/cases/cases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createClient, createProvider, startPractice } from '#server/testing/testCases.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('the list of cases', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const minute = () => server.clock.forward(60_000);

  it('A case with the newest message is first in the list', async () => {
    const { provider, client, userId } = practice;
    const ids: string[] = [];
    for (const header of ['Eins', 'Zwei', 'Drei']) {
      ids.push((await provider.openCase({ header, userIds: [userId] })).caseId);
      minute();
    }
    await provider.write(ids[0] ?? '');
    expect((await client.cases()).map(({ header }) => header)).toEqual(['Eins', 'Drei', 'Zwei']);
  });

  it('A case with unread messages is found behind many active ones', async () => {
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

  it('The cases are listed in pages by account, each once', async () => {
    const other = await addAccount(server, { name: 'Andere Kanzlei' });
    const { id: userId } = await addUser(server, [practice.accountId, other.accountId]);
    const headers = await signIn(server, userId);
    for (let count = 0; count < 5; count += 1) {
      for (const provider of [practice.provider, createProvider(server, other.apiKey)])
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
      (await createClient(server, other.accountId, headers).cases()).map(
        ({ accountName }) => accountName,
      ),
    ).toEqual(Array(5).fill('Andere Kanzlei'));
  });

  it('A case moves down when its newest message is withdrawn', async () => {
    const { provider, client, userId } = practice;
    const open = (header: string) => provider.openCase({ header, userIds: [userId] });
    const [withdrawn, other] = [await open('A'), await open('B')];
    const list = async () =>
      (await client.cases()).map(({ header, lastMessageDate }) => [header, lastMessageDate]);
    minute();
    await provider.write(withdrawn.caseId);
    const first = server.clock.now().toISOString();
    minute();
    await provider.write(other.caseId);
    const second = server.clock.now().toISOString();
    minute();
    const { messageId } = await provider.write(withdrawn.caseId);
    expect((await list())[0]?.[0]).toBe('A');
    await provider.call('DELETE', `/cases/${withdrawn.caseId}/messages/${messageId}`);
    expect(await list()).toEqual([
      ['B', second],
      ['A', first],
    ]);
  });

  it('A case names the writer of its newest message', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({
      header: 'A',
      creator: { firstName: 'Selin', lastName: 'Aydın' },
      userIds: [userId],
    });
    const { messageId } = await provider.write(caseId, { creatorName: 'Ole Harms' });
    expect(await client.case(caseId)).toMatchObject({
      lastMessageBy: 'Ole Harms',
      isLastMessageOwn: false,
    });
    minute();
    await client.send(caseId);
    expect(await client.case(caseId)).toMatchObject({
      lastMessageBy: 'Miriam Castillo',
      isLastMessageOwn: true,
    });
    await provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    expect(await client.case(caseId)).toMatchObject({ isLastMessageOwn: true });
  });

  it.each(['Schliessu', 'Unte', 'Unter', 'Muel', 'Unterlagen schließu'])(
    'A case is found while %s is typed, in spite of endings, ß and written umlauts',
    async (text) => {
      const { provider, client, userId } = practice;
      await provider.openCase({ header: 'Schließung Müller, Unterlagen', userIds: [userId] });
      expect(await client.cases(`?Search=${encodeURIComponent(text)}`)).toHaveLength(1);
    },
  );

  it.each([
    ['a word of the header, in any case', 'ÄRGER', ['Ärger mit 100 % Sicherheit']],
    ['a word with its umlaut written out', 'aerger', ['Ärger mit 100 % Sicherheit']],
    ['a word without its dots', 'Kundigung', ['Kündigung']],
    ['another form of a word', 'Kündigungen', ['Kündigung']],
    ['the beginning of a word', 'sicher', ['Ärger mit 100 % Sicherheit']],
    ['the beginning of a word, cut in its ending', 'Kündigu', ['Kündigung']],
    ['the beginning of the account’s name', 'kanzl', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
    ['the creator’s first name', 'selin', ['Kündigung']],
    ['the creator’s last name with a dotted i', 'AYDIN', ['Kündigung']],
    ['the account’s name', 'kanzlei', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
    ['words of several places', 'kanzlei kündigung aydin', ['Kündigung']],
    ['its reference', '2026/0417', ['Kündigung']],
    ['a part of its reference', '0417', ['Kündigung']],
    ['a sign that means something in a pattern', '100 %', ['Ärger mit 100 % Sicherheit']],
    ['a word with a missing letter', 'Kündigng', ['Kündigung']],
    ['a word with an additional letter', 'Sicherrheit', ['Ärger mit 100 % Sicherheit']],
    ['a word with a wrong letter', 'Kündegung', ['Kündigung']],
    ['a word with two letters swapped', 'Sicherhiet', ['Ärger mit 100 % Sicherheit']],
    ['a mistyped word of the account', 'Kanzleu', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
    ['a word with two errors', 'Kendigng', []],
    ['a short word with an error', 'Aerga', []],
    ['a wrong reference', '2026/0418', []],
    ['no word', '_', []],
    ['nothing', '   ', ['Kündigung', 'Ärger mit 100 % Sicherheit']],
  ])('A case is found by %s', async (_, text, expected) => {
    const { provider, client, userId } = practice;
    await provider.openCase({ header: 'Ärger mit 100 % Sicherheit', userIds: [userId] });
    minute();
    await provider.openCase({
      header: 'Kündigung',
      aktenzeichen: '2026/0417',
      creator: { firstName: 'Selin', lastName: 'Aydın' },
      userIds: [userId],
    });
    expect(
      (await client.cases(`?Search=${encodeURIComponent(text)}`)).map(({ header }) => header),
    ).toEqual(expected);
  });
});

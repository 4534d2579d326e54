import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message, Timeline } from '#schemas/cases/messages.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('the order of messages', (open) => {
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

  it('Messages of one millisecond keep their order', async () => {
    const { client } = practice;
    for (let count = 0; count < 5; count += 1)
      await client.send(caseId, { Header: `Nr. ${count}` });
    const timeline = await client.timeline(caseId);
    expect(listHeaders(timeline)).toEqual(['Nr. 4', 'Nr. 3', 'Nr. 2', 'Nr. 1', 'Nr. 0']);
    expect(new Set(timeline.messages.timeline.map(({ creationDate }) => creationDate)).size).toBe(
      5,
    );
  });

  it('The messages are paged in both directions from anywhere, each once', async () => {
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
    // The direction can change at any page: the previous page is the same.
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

  it('A message in a folder is listed in the folder only', async () => {
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
    expect(listHeaders(await client.timeline(caseId))).toEqual(['Im Ganzen']);
    const inFolder = json<Timeline>(
      await client.call(
        'GET',
        `/timeline/${caseId}/folder/${folder}?Direction=Ascending&Offset=0&Size=-1`,
      ),
    );
    expect(listHeaders(inFolder)).toEqual(['Im Ordner', 'Antwort']);
    expect(inFolder.folders).toMatchObject([{ id: inner }]);
    expect((await client.timeline(caseId)).folders).toMatchObject([{ id: folder }]);
  });

  it('An imported message is listed by its date and does not move the case up', async () => {
    const { provider, client } = practice;
    await provider.write(caseId, { header: 'Heute', text: 'Heute' });
    await provider.write(caseId, {
      header: 'Früher',
      text: 'Früher',
      creationDate: '2025-03-01T08:00:00+01:00',
    });
    expect(listHeaders(await client.timeline(caseId))).toEqual(['Heute', 'Früher']);
    expect(await client.case(caseId)).toMatchObject({
      lastMessage: 'Heute',
      lastMessageDate: '2026-11-20T09:00:00.000Z',
      totalUnreadMessage: 2,
    });
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import type { ProviderMessage, Timeline } from '#schemas/cases/messages.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { listEventsAfter } from '#server/events/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('messages after the clock was set back', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
    await practice.provider.write(caseId, { header: 'Vorher', text: 'Vorher' });
    server.clock.jump(-2 * hourMs);
  });
  afterEach(() => server.close());

  const listHeaders = ({ messages }: Timeline): string[] =>
    messages.timeline.map(({ header }) => header);

  it('New messages are newest in timelines and pages, with the time of the clock', async () => {
    const { provider, client } = practice;
    const now = server.clock.now().toISOString();
    const first = await provider.write(caseId, { header: 'Eins' });
    const second = await client.send(caseId, { Header: 'Zwei' });
    expect([first.creationDate, second.creationDate]).toEqual([now, now]);
    expect(listHeaders(await client.timeline(caseId))).toEqual(['Zwei', 'Eins', 'Vorher']);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `?Size=1&Direction=Ascending${cursor ? `&Cursor=${cursor}` : ''}`;
      const page = await client.timeline(caseId, query);
      pages.push(...listHeaders(page));
      ({ cursor } = page.messages);
    } while (cursor);
    expect(pages).toEqual(['Vorher', 'Eins', 'Zwei']);
  });

  it('New messages of folders and of the case keep one order for the provider', async () => {
    const { provider } = practice;
    const folderId = await provider.addFolder(caseId, 'Ordner');
    for (const [header, folder] of [
      ['Eins', { folderId }],
      ['Zwei', {}],
      ['Drei', { folderId }],
    ] as const)
      await provider.write(caseId, { header, ...folder });
    const { items } = json<{ items: ProviderMessage[] }>(
      await provider.call('GET', `/cases/${caseId}/messages`),
    );
    expect(items.map(({ header }) => header)).toEqual(['Drei', 'Zwei', 'Eins', 'Vorher']);
  });

  it('A new message is the last one of its case and moves the case up', async () => {
    const { provider, client, userId } = practice;
    const other = await provider.openCase({ header: 'B', userIds: [userId] });
    await provider.write(other.caseId, { text: 'In B' });
    expect((await client.cases()).map(({ header }) => header)).toEqual(['B', 'A']);
    const folderId = await provider.addFolder(caseId, 'Ordner');
    await provider.write(caseId, { text: 'In A', folderId });
    const [top] = await client.cases();
    expect(top).toMatchObject({ header: 'A', lastMessage: 'In A' });
  });

  it('All messages shown are marked as read, and later ones stay unread', async () => {
    const { provider, client } = practice;
    await provider.write(caseId);
    const { lastMessageDate: Until } = await client.case(caseId);
    const { messageId } = await provider.write(caseId);
    await client.call('POST', `/${caseId}/messages/read`, { Until });
    const { firstUnread } = await client.timeline(caseId);
    expect(firstUnread?.id).toBe(messageId);
    expect((await client.case(caseId)).totalUnreadMessage).toBe(1);
  });

  it('Events arrive in the order of the messages', async () => {
    const { provider, client, userId, accountId } = practice;
    const scope = { userId, accountIds: [accountId] };
    const { lastId } = await listEventsAfter(server.deps, scope, undefined);
    const first = await provider.write(caseId);
    const second = await client.send(caseId);
    const { events } = await listEventsAfter(server.deps, scope, lastId);
    expect(events.map(({ messageId }) => messageId)).toEqual([first.messageId, second.id]);
  });

  it('A downloaded case contains every message and reads them', async () => {
    const { provider, client } = practice;
    await provider.write(caseId, { header: 'Danach', text: 'Danach' });
    const { rawPayload } = await client.call('GET', `/${caseId}/download`);
    const transcript = Buffer.from(unzipSync(rawPayload)['Nachrichten.txt'] ?? []).toString();
    expect(transcript.match(/^(Vorher|Danach)$/gm)).toEqual(['Vorher', 'Danach']);
    expect((await client.case(caseId)).totalUnreadMessage).toBe(0);
  });
});

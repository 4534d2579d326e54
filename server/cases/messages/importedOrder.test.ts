import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import type { MessageHits } from '#schemas/cases/search.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

const creationDate = '2026-03-01T12:00:00.000Z';
const headers = Array.from({ length: 8 }, (_, index) => `Schreiben ${index + 1}`);
const newestFirst = headers.toReversed();
const listHeaders = (messages: readonly { header: string }[]) =>
  messages.map(({ header }) => header);

describeOnEachDatabase('imported messages of one instant', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterEach(() => server.close());

  it('Client, provider and search list them in the order in which the server took them', async () => {
    const { provider, client } = practice;
    for (const header of headers) await provider.write(caseId, { header, creationDate });
    const { messages } = await client.timeline(caseId);
    expect(listHeaders(messages.timeline)).toEqual(newestFirst);
    const { items } = json<{ items: ProviderMessage[] }>(
      await provider.call('GET', `/cases/${caseId}/messages`),
    );
    expect(listHeaders(items)).toEqual(newestFirst);
    const { hits } = json<MessageHits>(
      await client.call('GET', `/${caseId}/search?Search=Schreiben`),
    );
    expect(hits.map(({ header }) => header.map(({ text }) => text).join(''))).toEqual(newestFirst);
    expect(new Set([...messages.timeline, ...items].map((each) => each.creationDate))).toEqual(
      new Set([creationDate]),
    );
  });

  it('Messages of an earlier instant come before them, in a folder too', async () => {
    const { provider, client } = practice;
    const folderId = await provider.addFolder(caseId, 'Ordner');
    const write = (header: string, date: string) =>
      provider.write(caseId, { header, creationDate: date, folderId });
    await write('B', creationDate);
    await write('C', creationDate);
    await write('A', '2026-03-01T11:59:59.999Z');
    const { messages } = json<{ messages: { timeline: { header: string }[] } }>(
      await client.call('GET', `/timeline/${caseId}/folder/${folderId}`),
    );
    expect(listHeaders(messages.timeline)).toEqual(['C', 'B', 'A']);
  });

  it('A case with more than a thousand of them takes the next ones', async () => {
    const { provider } = practice;
    await provider.write(caseId, { creationDate });
    const [first] = await server.deps.db.selectFrom('messages').selectAll().execute();
    if (!first) throw new Error('The message is not stored');
    const copies = Array.from({ length: 1_100 }, (_, index) => ({
      ...first,
      id: `${first.id}-${index}`,
      idempotencyKey: null,
      createdAt: new Date(new Date(creationDate).getTime() + index + 1).toISOString(),
    }));
    for (let from = 0; from < copies.length; from += 100)
      await server.deps.db
        .insertInto('messages')
        .values(copies.slice(from, from + 100))
        .execute();
    await provider.write(caseId, { header: 'Letztes', creationDate });
    const newest = await server.deps.db
      .selectFrom('messages')
      .select(['header', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .executeTakeFirst();
    expect(newest).toEqual({ header: 'Letztes', createdAt: '2026-03-01T12:00:01.101Z' });
  });
});

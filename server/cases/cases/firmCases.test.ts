import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addEmployee } from '#server/testing/testTasks.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

type Page = { items: ProviderCase[]; total: number; cursor?: string };

describeOnEachDatabase('the cases of a firm', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const minute = () => server.clock.forward(minuteMs);
  async function openCase(header: string): Promise<string> {
    minute();
    return (await practice.provider.openCase({ header, userIds: [practice.userId] })).caseId;
  }
  const list = async (query: string) =>
    json<Page>(await practice.provider.call('GET', `/cases${query}`));
  const names = async (query: string) => (await list(query)).items.map(({ header }) => header);

  it('By activity the case with the newest message is first, page by page', async () => {
    const oldest = await openCase('Unfall');
    await openCase('Erbe');
    await openCase('Miete');
    minute();
    await practice.client.send(oldest, {});
    expect(await names('?order=activity')).toEqual(['Unfall', 'Miete', 'Erbe']);
    expect(await names('')).toEqual(['Miete', 'Erbe', 'Unfall']);
    const first = await list('?order=activity&limit=1');
    const second = await list(`?order=activity&limit=1&cursor=${first.cursor ?? ''}`);
    expect([first, second].map(({ items }) => items[0]?.header)).toEqual(['Unfall', 'Miete']);
  });

  it('A case waits for a reply while its newest message is a client’s and it is open', async () => {
    const caseId = await openCase('Unfall');
    const unanswered = async () => (await list('?isUnanswered=true')).total;
    expect(await unanswered()).toBe(0);
    minute();
    await practice.client.send(caseId, { TextContent: 'Wie geht es weiter?' });
    expect(await unanswered()).toBe(1);
    const [{ lastMessage } = { lastMessage: null }] = (await list('?isUnanswered=true')).items;
    expect(lastMessage).toMatchObject({ text: 'Wie geht es weiter?', userId: practice.userId });
    await practice.provider.call('POST', `/cases/${caseId}/close`);
    expect(await unanswered()).toBe(0);
    await practice.provider.call('POST', `/cases/${caseId}/reopen`);
    minute();
    await practice.provider.write(caseId, { header: 'Antwort', text: 'Bald.' });
    expect(await unanswered()).toBe(0);
    expect((await list('')).items[0]?.lastMessage).toMatchObject({ text: 'Bald.', userId: null });
  });

  it('The search also finds the names of clients, and all words must match', async () => {
    const lastName = 'Wieland';
    const created = await practice.provider.call('POST', '/users', {
      firstName: 'Jonas',
      lastName,
      email: 'jonas@beispiel.example',
    });
    const { userId } = json<{ userId: string }>(created);
    await practice.provider.openCase({ header: 'Unfall Alster', userIds: [userId] });
    expect(await names(`?q=${lastName}`)).toEqual(['Unfall Alster']);
    expect(await names(`?q=Alster%20${lastName}`)).toEqual(['Unfall Alster']);
    expect(await names(`?q=Elbe%20${lastName}`)).toEqual([]);
  });

  it.each([
    ['Unte', ['Unterlagen']],
    ['Unterlagen', ['Unterlagen']],
    ['Schliessu', ['Schließung']],
    ['Pete', ['Schließung', 'Unterlagen']],
    ['Peters', ['Schließung', 'Unterlagen']],
    ['Akten', ['Akt']],
  ])('The search for %s, a name or its beginning, finds %j', async (typed, expected) => {
    const created = await practice.provider.call('POST', '/users', {
      firstName: 'Jonas',
      lastName: 'Petersen',
      email: 'jonas@beispiel.example',
    });
    const { userId } = json<{ userId: string }>(created);
    for (const header of ['Unterlagen', 'Schließung', 'Akt'])
      await practice.provider.openCase({
        header,
        userIds: header === 'Akt' ? [] : [userId],
      });
    expect((await names(`?q=${typed}`)).toSorted()).toEqual(expected);
  });

  it('Staff who see a case get an event when a client writes, others none', async () => {
    const caseId = await openCase('Unfall');
    const [listed, other, external] = [
      await addEmployee({ server, practice }, 'user'),
      await addEmployee({ server, practice }, 'admin'),
      await addEmployee({ server, practice }, 'external'),
    ];
    const count = async (userId: string) => {
      const rows = await server.deps.db
        .selectFrom('events')
        .select('body')
        .where('userId', '=', userId)
        .execute();
      return rows
        .map(({ body }) => JSON.parse(body) as PortalEvent)
        .filter(({ type, akteIdHash }) => type === 'firmCaseChanged' && akteIdHash === caseId)
        .length;
    };
    await practice.provider.call('PUT', `/cases/${caseId}/staff`, { userIds: [listed.userId] });
    const before = [await count(listed.userId), await count(other.userId)];
    minute();
    await practice.client.send(caseId, {});
    expect([await count(listed.userId), await count(other.userId)]).toEqual([
      (before[0] ?? 0) + 1,
      before[1],
    ]);
    expect(await count(external.userId)).toBe(0);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { addUser, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

type Page = { items: ProviderCase[]; total: number | null };

describeOnEachDatabase('the cases of a provider', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const find = async (query: Record<string, string>) => {
    const { items, total } = json<Page>(
      await practice.provider.call('GET', `/cases?${new URLSearchParams(query)}`),
    );
    return { headers: items.map(({ header }) => header).sort(), total };
  };
  const put = (caseId: string, what: 'close' | 'reopen') =>
    practice.provider.call('POST', `/cases/${caseId}/${what}`);

  it('Clients read a closed case, and write in it only after it was opened again', async () => {
    const { provider, client, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'Verkehrsunfall', userIds: [userId] });
    await provider.write(caseId);
    const now = server.clock.now().toISOString();
    expect(json(await put(caseId, 'close'))).toMatchObject({ state: 'closed', closedDate: now });
    server.clock.forward(60_000);
    expect(json(await put(caseId, 'close'))).toMatchObject({ closedDate: now });
    expect(await client.case(caseId)).toMatchObject({ closedDate: now });
    expect((await client.timeline(caseId)).messages.totalCount).toBe(1);
    const message = { Header: 'Frage', TextContent: 'Und jetzt?' };
    const refused = await client.call('POST', `/${caseId}/messages`, message);
    expect([refused.statusCode, json<{ reason: string }>(refused).reason]).toEqual([
      403,
      'uploadLimit',
    ]);
    expect((await provider.write(caseId)).messageId).toBeDefined();
    expect(json(await put(caseId, 'reopen'))).toMatchObject({ state: 'open', closedDate: null });
    expect((await client.call('POST', `/${caseId}/messages`, message)).statusCode).toBe(200);
    const events = await server.deps.db
      .selectFrom('programEvents')
      .select('type')
      .where('type', 'in', ['case.closed', 'case.reopened'])
      .orderBy('arrival')
      .execute();
    expect(events.map(({ type }) => type)).toEqual(['case.closed', 'case.reopened']);
  });

  it('A case of another provider cannot be closed', async () => {
    const other = await startPractice(server);
    const { caseId } = await other.provider.openCase({ header: 'Mietsache' });
    expect((await put(caseId, 'close')).statusCode).toBe(404);
    expect((await put(caseId, 'reopen')).statusCode).toBe(404);
  });

  it.each([
    [{ externalId: 'A-1' }, ['Verkehrsunfall Brandt']],
    [{ aktenzeichen: '17/26' }, ['Verkehrsunfall Brandt']],
    [{ aktenzeichen: '17' }, []],
    [{ q: 'verkehrsunfälle' }, ['Verkehrsunfall Brandt', 'Verkehrsunfall Çelik']],
    [{ q: 'verkehr celik' }, ['Verkehrsunfall Çelik']],
    [{ q: '17/26' }, ['Verkehrsunfall Brandt']],
    [{ state: 'closed' }, ['Mietsache']],
    [{ state: 'open', q: 'Mietsache' }, []],
    [{ since: '2026-11-20T09:01:00Z' }, ['Mietsache']],
  ])('The filters %j find %j', async (query, expected) => {
    const { provider } = practice;
    await (await startPractice(server)).provider.openCase({ header: 'Verkehrsunfall Fremd' });
    await provider.openCase({
      header: 'Verkehrsunfall Brandt',
      aktenzeichen: '17/26',
      externalId: 'A-1',
    });
    await provider.openCase({ header: 'Verkehrsunfall Çelik' });
    server.clock.forward(60_000);
    const { caseId } = await provider.openCase({ header: 'Mietsache' });
    await put(caseId, 'close');
    expect(await find(query)).toEqual({ headers: expected, total: expected.length });
  });

  it('The cases of one client are found', async () => {
    const { id } = await addUser(server, [practice.accountId]);
    await practice.provider.openCase({ header: 'Mietsache', userIds: [id] });
    await practice.provider.openCase({ header: 'Erbsache', userIds: [practice.userId] });
    expect(await find({ userId: id })).toEqual({ headers: ['Mietsache'], total: 1 });
  });
});

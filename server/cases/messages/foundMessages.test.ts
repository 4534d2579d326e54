import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('messages that a program finds', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  it('A provider finds messages of a case by their external id and date, with a total', async () => {
    const { caseId } = await practice.provider.openCase({
      header: 'Wasserschaden',
      userIds: [practice.userId],
    });
    const write = (externalId: string) =>
      practice.provider.write(caseId, { header: externalId, text: 'Text', externalId });
    await write('N-1');
    server.clock.forward(60_000);
    const since = server.clock.now().toISOString();
    await write('N-2');
    const find = async (query: string) => {
      const path = `/cases/${caseId}/messages?${query}`;
      type Found = { items: { externalId: string }[]; total: number };
      const { items, total } = json<Found>(await practice.provider.call('GET', path));
      return [items.map(({ externalId }) => externalId), total];
    };
    expect(await find('limit=1')).toEqual([['N-2'], 2]);
    expect(await find('externalId=N-1')).toEqual([['N-1'], 1]);
    expect(await find(`since=${since}`)).toEqual([['N-2'], 1]);
  });
});

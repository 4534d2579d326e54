import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs } from '#schemas/platform/time.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('cases after the clock was set back', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    const { provider, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'Vorher', userIds: [userId] });
    await provider.write(caseId);
    server.clock.jump(-2 * hourMs);
  });
  afterEach(() => server.close());

  const listHeaders = async () => (await practice.client.cases()).map(({ header }) => header);

  it('New cases are first in the list of their client', async () => {
    const { provider, userId } = practice;
    await provider.openCase({ header: 'Eins', userIds: [userId] });
    await provider.openCase({ header: 'Zwei', userIds: [userId] });
    expect(await listHeaders()).toEqual(['Zwei', 'Eins', 'Vorher']);
  });

  it('A case that is shared later is first, and a message moves another one above it', async () => {
    const { provider, userId } = practice;
    const { caseId } = await provider.openCase({ header: 'Eins', userIds: [] });
    const other = await provider.openCase({ header: 'Zwei', userIds: [userId] });
    await provider.call('PUT', `/cases/${caseId}`, { header: 'Eins', userIds: [userId] });
    expect(await listHeaders()).toEqual(['Eins', 'Zwei', 'Vorher']);
    await provider.write(other.caseId);
    expect(await listHeaders()).toEqual(['Zwei', 'Eins', 'Vorher']);
  });

  it('A new case has the time of the clock', async () => {
    const { provider, userId } = practice;
    const { creationDate } = await provider.openCase({ header: 'Eins', userIds: [userId] });
    expect(creationDate).toBe(server.clock.now().toISOString());
  });
});

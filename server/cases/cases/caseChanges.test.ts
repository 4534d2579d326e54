import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { addUser, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('a change of a case', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Verkehrsunfall',
      aktenzeichen: '17/26',
      permissionToReply: false,
      serviceAkte: true,
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const send = (method: 'PATCH' | 'PUT', body: object, ifMatch?: string) =>
    server.app.inject({
      method,
      url: `/provider/v1/cases/${caseId}`,
      headers: { 'x-api-key': practice.apiKey, ...(ifMatch ? { 'if-match': ifMatch } : {}) },
      payload: body,
    });
  const read = async () => {
    const answer = await practice.provider.call('GET', `/cases/${caseId}`);
    return { etag: String(answer.headers.etag), shown: json<ProviderCase>(answer) };
  };

  it('The given fields are changed, and the others stay', async () => {
    const { etag, shown } = await read();
    const changed = await send('PATCH', { header: 'Unfall', externalId: 'A-1' }, etag);
    expect(json(changed)).toEqual({ ...shown, header: 'Unfall', externalId: 'A-1' });
    expect((await read()).etag).toBe(changed.headers.etag);
    expect(await practice.client.cases('?Search=Unfall')).toHaveLength(1);
    expect(await practice.client.cases('?Search=Verkehrsunfall')).toHaveLength(0);
  });

  it('A client who is no longer named loses the case', async () => {
    const { id } = await addUser(server, [practice.accountId]);
    expect((await send('PATCH', { userIds: [id] }, '*')).statusCode).toBe(200);
    expect(await practice.client.cases()).toEqual([]);
  });

  it('A message does not change the ETag of its case', async () => {
    const { etag } = await read();
    await practice.provider.write(caseId);
    expect((await read()).etag).toBe(etag);
    expect((await send('PATCH', { header: 'Unfall' }, etag)).statusCode).toBe(200);
  });

  it('A change of another state is 412, and one without If-Match 428', async () => {
    const { etag } = await read();
    await send('PATCH', { header: 'Unfall' }, etag);
    expect((await send('PATCH', { header: 'Später' }, etag)).statusCode).toBe(412);
    expect((await send('PATCH', { header: 'Später' })).statusCode).toBe(428);
    expect((await send('PUT', { header: 'Später' }, etag)).statusCode).toBe(412);
    expect((await read()).shown.header).toBe('Unfall');
    expect((await send('PUT', { header: 'Später' })).statusCode).toBe(200);
    expect((await read()).shown).toMatchObject({ header: 'Später', permissionToReply: true });
  });

  it('An event names a change, and a repeat of it changes nothing', async () => {
    for (const header of ['Unfall', 'Unfall']) await send('PATCH', { header }, '*');
    const events = await server.deps.db
      .selectFrom('programEvents')
      .select('data')
      .where('type', '=', 'case.changed')
      .execute();
    expect(events).toEqual([{ data: JSON.stringify({ caseId }) }]);
  });

  it('A case of another provider and a foreign client are refused', async () => {
    const other = await startPractice(server);
    expect((await send('PATCH', { userIds: [other.userId] }, '*')).statusCode).toBe(400);
    const foreign = await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/cases/${caseId}`,
      headers: { 'x-api-key': other.apiKey, 'if-match': '*' },
      payload: { header: 'Fremd' },
    });
    expect(foreign.statusCode).toBe(404);
  });
});

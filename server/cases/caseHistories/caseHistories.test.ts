import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CaseHistory, CaseHistoryInput } from '#schemas/cases/caseHistories.ts';
import { listEventsAfter } from '#server/events/service.ts';
import { createClient, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('the history of a case', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Verkehrsunfall',
      isEsyAkte: true,
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const write = (stateGroups: CaseHistoryInput['stateGroups']) =>
    practice.provider.call('PUT', `/cases/${caseId}/history`, { stateGroups });
  const read = async () =>
    json<CaseHistory>(await practice.client.call('GET', `/${caseId}/esyaktehistory`));

  it('The history is empty until the provider writes one', async () => {
    expect(await read()).toEqual({ stateGroups: [] });
  });

  it('The history is the provider’s latest, and clients get an event', async () => {
    const { lastId } = await listEventsAfter(
      server.deps,
      { userId: practice.userId, accountIds: [practice.accountId] },
      undefined,
    );
    await write([{ name: 'Fall gemeldet' }]);
    await write([
      {
        name: 'Fall gemeldet',
        states: [
          { statusText: 'Vollmacht erhalten', date: '2026-10-16' },
          { statusText: 'Wird geprüft', isInProgress: true },
        ],
      },
      { name: 'Fall abgeschlossen' },
    ]);
    const expected = {
      stateGroups: [
        {
          name: 'Fall gemeldet',
          states: [
            { statusText: 'Vollmacht erhalten', isInProgress: false, date: '2026-10-16' },
            { statusText: 'Wird geprüft', isInProgress: true, date: null },
          ],
        },
        { name: 'Fall abgeschlossen', states: [] },
      ],
    };
    expect(await read()).toEqual(expected);
    expect(json(await practice.provider.call('GET', `/cases/${caseId}/history`))).toEqual(expected);
    const { events } = await listEventsAfter(
      server.deps,
      { userId: practice.userId, accountIds: [practice.accountId] },
      lastId,
    );
    expect(events.map(({ type, akteIdHash }) => [type, akteIdHash])).toEqual([
      ['historyChanged', caseId],
      ['historyChanged', caseId],
    ]);
  });

  it('The history is shown for esy cases only', async () => {
    await write([{ name: 'Fall gemeldet' }]);
    await practice.provider.call('PUT', `/cases/${caseId}`, {
      header: 'Verkehrsunfall',
      isEsyAkte: false,
    });
    expect((await practice.client.call('GET', `/${caseId}/esyaktehistory`)).statusCode).toBe(404);
  });

  it('An invalid history is refused with its field and changes nothing', async () => {
    await write([{ name: 'Fall gemeldet' }]);
    const answer = await write([
      { name: 'Fall gemeldet', states: [{ statusText: 'x', date: '16.10.2026' }] },
    ]);
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      ['/stateGroups/0/states/0/date'],
    ]);
    expect((await read()).stateGroups).toEqual([{ name: 'Fall gemeldet', states: [] }]);
  });

  it('The history gets 404 for a client without the case', async () => {
    await write([{ name: 'Fall gemeldet' }]);
    const [colleague, stranger] = [
      await addUser(server, [practice.accountId]),
      await startPractice(server),
    ];
    const asColleague = createClient(
      server,
      practice.accountId,
      await signIn(server, colleague.id),
    );
    for (const client of [
      asColleague,
      stranger.client,
      createClient(server, practice.accountId, stranger.headers),
    ])
      expect((await client.call('GET', `/${caseId}/esyaktehistory`)).statusCode).toBe(404);
    expect((await stranger.provider.call('GET', `/cases/${caseId}/history`)).statusCode).toBe(404);
    expect(
      (await stranger.provider.call('PUT', `/cases/${caseId}/history`, { stateGroups: [] }))
        .statusCode,
    ).toBe(404);
    // unchanged
    expect((await read()).stateGroups).toEqual([{ name: 'Fall gemeldet', states: [] }]);
  });
});

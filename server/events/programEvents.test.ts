import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProgramEvent } from '#schemas/events/programEvents.ts';
import { eicar } from '#server/ports/virusScan.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';
import { programStreamLimits } from './limits.ts';
import type { ProgramEventPage } from './programEvents.ts';
import { insertProgramEvents } from './programRepository.ts';
import { deleteOldProgramEvents, inTransactionWithEvents } from './service.ts';

const day = 24 * 60 * 60_000;

type Practice = Awaited<ReturnType<typeof startPractice>>;

const list = async ({ provider }: Pick<Practice, 'provider'>, query = '') =>
  json<ProgramEventPage>(await provider.call('GET', `/events${query}`));

const report = (server: TestServer, accountId: string, userId: string) =>
  inTransactionWithEvents(server.deps, async (_, queueEvent) =>
    queueEvent.forPrograms(accountId, { type: 'client.changed', data: { userId } }),
  );

describeOnEachDatabase('events for programs', (open) => {
  let server: TestServer;
  let practice: Practice;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  it('Each change of a case is one event with ids and without content', async () => {
    const { provider, client, userId, accountId, headers } = practice;
    const tasks = await assigner(server, practice);
    const { caseId } = await provider.openCase({ header: 'Geheim', userIds: [userId] });
    const folderId = await provider.addFolder(caseId, 'Geheim');
    const { messageId } = await provider.write(caseId, { header: 'Geheim', folderId });
    await client.read(caseId, messageId);
    await client.read(caseId, messageId); // changes nothing
    await client.send(caseId);
    const { workflowId } = await tasks.assign(caseId);
    await createTasks(server, accountId, headers).answer(workflowId);
    const closed = await tasks.assign(caseId);
    await provider.call('POST', `/tasks/${closed.workflowId}/close`);
    await provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    await provider.call('PUT', `/cases/${caseId}`, { header: 'Geheim, neu' });
    await provider.call('DELETE', `/cases/${caseId}`);
    await provider.call('POST', `/users/${userId}/disable`);

    const { items, lastSequence, newestSequence, isReset } = await list(practice);
    const place = { caseId, folderId, messageId };
    expect(items.map(({ type, data }) => [type, data])).toEqual([
      ['case.created', { caseId }],
      ['message.created', place],
      ['message.read', { ...place, userId }],
      ['message.created', { caseId, messageId: expect.any(String) as string, userId }],
      ['task.created', { caseId, workflowId }],
      ['task.answered', { caseId, workflowId, submissionId: expect.any(String) as string, userId }],
      [
        'form.submitted',
        { formId: tasks.formId, submissionId: items[5]?.data.submissionId, workflowId },
      ],
      ['task.created', { caseId, workflowId: closed.workflowId }],
      ['task.closed', { caseId, workflowId: closed.workflowId }],
      ['message.withdrawn', place],
      ['case.changed', { caseId }],
      ['case.withdrawn', { caseId }],
      ['client.changed', { userId, changedBy: 'provider' }],
    ]);
    expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => index + 1));
    expect([lastSequence, newestSequence, isReset]).toEqual([items.length, items.length, false]);
    expect(JSON.stringify(items)).not.toContain('Geheim');
    expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
  });

  it('A page continues after the last number, and another provider sees nothing', async () => {
    const { accountId, userId } = practice;
    for (let count = 0; count < 5; count += 1) await report(server, accountId, userId);
    const first = await list(practice, '?limit=3');
    const second = await list(practice, `?after=${first.lastSequence}&limit=3`);
    const third = await list(practice, `?after=${second.lastSequence}`);
    expect([first, second, third].map(({ items }) => items.map((each) => each.sequence))).toEqual([
      [1, 2, 3],
      [4, 5],
      [],
    ]);
    expect(third).toMatchObject({ lastSequence: 5, newestSequence: 5, isReset: false });
    const other = createProvider(server, (await addAccount(server)).apiKey);
    expect((await list({ provider: other })).items).toEqual([]);
  });

  it('A waiting request is answered by the next event, and in time without one', async () => {
    const { accountId, userId } = practice;
    const waiting = list(practice, '?wait=30');
    await report(server, accountId, userId);
    expect((await waiting).items).toHaveLength(1);
    expect(await list(practice, '?after=1&wait=1')).toMatchObject({ items: [], lastSequence: 1 });
  });

  it('A provider has a limited number of waiting requests, which end with the server', async () => {
    const replies = Array.from({ length: programStreamLimits.waitsPerAccount + 1 }, () =>
      practice.provider.call('GET', '/events?wait=30'),
    );
    expect((await Promise.race(replies)).statusCode).toBe(429);
    await server.app.close();
    const waited = (await Promise.all(replies)).filter(({ statusCode }) => statusCode === 200);
    expect(waited.map((reply) => json<ProgramEventPage>(reply).items)).toEqual(
      Array.from({ length: programStreamLimits.waitsPerAccount }, () => []),
    );
  });

  it('The reply says that events between two requests were deleted', async () => {
    const { accountId, userId } = practice;
    for (let count = 0; count < 3; count += 1) await report(server, accountId, userId);
    expect((await list(practice)).lastSequence).toBe(3);
    await report(server, accountId, userId); // deleted before a program has listed it
    server.clock.forward((programStreamLimits.keptDays + 1) * day);
    await report(server, accountId, userId);
    await deleteOldProgramEvents(server.deps);
    expect(await list(practice, '?after=3')).toMatchObject({
      items: [{ sequence: 5 }],
      isReset: true,
    });
    expect(await list(practice, '?after=4')).toMatchObject({ isReset: false });
    expect(await list(practice, '?after=5')).toMatchObject({ items: [], isReset: false });
    // of a database from which a backup was restored
    expect(await list(practice, '?after=9')).toMatchObject({ lastSequence: 5, isReset: true });
  });

  it('Old events are deleted from the oldest number on, so that a list has no gap', async () => {
    const { accountId, userId } = practice;
    const past = new Date(server.clock.now().getTime() - (programStreamLimits.keptDays + 9) * day);
    const early = {
      ...server,
      deps: { ...server.deps, clock: { ...server.clock, now: () => past } },
    };
    const listSequences = async () => (await list(practice)).items.map(({ sequence }) => sequence);
    await report(early, accountId, userId);
    await report(server, accountId, userId);
    await report(early, accountId, userId); // by a clock that was wrong
    await report(server, accountId, userId);
    await deleteOldProgramEvents(server.deps);
    expect(await listSequences()).toEqual([2, 3, 4]);
    server.clock.forward((programStreamLimits.keptDays + 1) * day);
    await deleteOldProgramEvents(server.deps);
    expect(await listSequences()).toEqual([]);
  });

  it('A refused file is an event, although nothing of it is stored', async () => {
    const { processGuid } = await publish(server, practice.apiKey, {
      title: 'Unterlagen',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    });
    const visitor = await visit(server, processGuid);
    const refused = await upload(server, visitor, {
      name: 'brief.txt',
      content: eicar,
      elementId: 'papers',
    });
    expect(refused.statusCode).toBe(422);
    expect((await list(practice)).items).toMatchObject([
      { type: 'file.rejected', data: { workflowId: visitor.workflowKey, reason: 'virusFound' } },
    ]);
  });

  it('A rolled back change leaves no event', async () => {
    const { accountId, userId } = practice;
    await expect(
      inTransactionWithEvents(server.deps, async (_, queueEvent) => {
        queueEvent.forPrograms(accountId, { type: 'client.changed', data: { userId } });
        throw new Error('broken off');
      }),
    ).rejects.toThrow('broken off');
    expect((await list(practice)).newestSequence).toBe(0);
  });
});

describeOnPostgres('concurrent changes of one provider', (open) => {
  it('A change does not wait for an open one, and a reader misses neither', async () => {
    const server = await startTestServer({ open });
    const practice = await startPractice(server);
    const { accountId, userId } = practice;
    let commit = () => undefined as void;
    let isInserted = () => undefined as void;
    const inserted = new Promise<void>((resolve) => (isInserted = resolve));
    const open1 = server.deps.db.transaction().execute(async (db) => {
      await insertProgramEvents(
        db,
        [{ accountId, type: 'case.created', data: {} }],
        server.clock.now().toISOString(),
      );
      isInserted();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await inserted;
    await report(server, accountId, userId);
    expect((await list(practice)).items).toMatchObject([{ sequence: 1, type: 'client.changed' }]);
    commit();
    await open1;
    expect((await list(practice, '?after=1')).items).toMatchObject([
      { sequence: 2, type: 'case.created' },
    ]);
    await server.close();
  });

  it('Readers see each event once and in the order of each case during concurrent changes', async () => {
    const server = await startTestServer({ open });
    const practice = await startPractice(server);
    const { provider, accountId, userId } = practice;
    const cases = await Promise.all(
      ['A', 'B', 'C', 'D'].map((header) => provider.openCase({ header, userIds: [userId] })),
    );
    let isWriting = true;
    const readAll = async () => {
      const seen: ProgramEvent[] = [];
      for (let after = 0; isWriting || after < (await list(practice)).newestSequence;) {
        const { items, lastSequence } = await list(practice, `?after=${after}&limit=500`);
        seen.push(...items);
        after = lastSequence;
      }
      return seen;
    };
    const readers = [readAll(), readAll()];
    const written = await Promise.all(
      cases.map(async ({ caseId }) => {
        const ids: string[] = [];
        for (let count = 0; count < 15; count += 1) {
          ids.push((await provider.write(caseId)).messageId);
          await report(server, accountId, userId);
        }
        return { caseId, ids };
      }),
    );
    isWriting = false;
    for (const seen of await Promise.all(readers)) {
      expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => index + 1));
      expect(seen).toHaveLength(4 + 4 * 30);
      for (const { caseId, ids } of written)
        expect(
          seen.flatMap(({ type, data }) =>
            type === 'message.created' && data.caseId === caseId ? [data.messageId] : [],
          ),
        ).toEqual(ids);
    }
    await server.close();
  });
});

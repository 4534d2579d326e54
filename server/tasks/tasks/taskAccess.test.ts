import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderTask, TaskDetail } from '#schemas/tasks/tasks.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, json, signIn, upload, webKeys } from '#server/testing/testServer.ts';
import {
  assigner,
  createTasks,
  startTaskWorld,
  type TaskWorld,
  addSecondClient,
  listTaskEvents,
  getReason,
} from '#server/testing/testTasks.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import type { StoredFile } from '#schemas/files/files.ts';
const minute = 60_000;
const day = 24 * 60 * minute;

describeOnEachDatabase('access to a task', (open) => {
  let { server, practice, tasks, mine, caseId } = {} as TaskWorld;

  beforeEach(async () => {
    ({ server, practice, tasks, mine, caseId } = await startTaskWorld(open));
  });
  afterEach(() => server.close());

  const provide = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string) =>
    practice.provider.call(method, path, payload, key);
  const listEvents = (userId = practice.userId) => listTaskEvents(server, userId);
  /** The access token has expired meanwhile. */
  const loginAgain = async () => {
    mine = createTasks(server, practice.accountId, await signIn(server, practice.userId));
  };
  const secondClient = () => addSecondClient({ server, practice, caseId });

  it('A task that is withdrawn while a client types is gone', async () => {
    const { workflowId } = await tasks.assign(caseId);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 1 });
    expect(getReason(await mine.answer(workflowId))).toEqual([404, 'notFound']);
    expect(await tasks.read(workflowId)).toMatchObject({ state: 'open', answerCreationDate: null });
  });

  it('A closed task accepts no answer, and earlier answers can be read', async () => {
    const [open_, answered] = [await tasks.assign(caseId), await tasks.assign(caseId)];
    await mine.answer(answered.workflowId);
    for (const { workflowId } of [open_, answered])
      expect(json(await provide('POST', `/tasks/${workflowId}/close`))).toMatchObject({
        state: 'closed',
      });
    expect(getReason(await mine.answer(open_.workflowId))).toEqual([410, 'taskClosed']);
    expect(getReason(await mine.answer(answered.workflowId))).toEqual([409, 'alreadySubmitted']);
    expect(
      json<TaskDetail>(await mine.get(`/processes/${caseId}/workflow/${answered.workflowId}`))
        .answers,
    ).toHaveLength(1);
  });

  it('A task is visible once released, and closed when done without an answer', async () => {
    const { workflowId } = await tasks.assign(caseId, { status: 1 });
    expect(await mine.list(caseId)).toEqual([]);
    expect((await mine.get(`/process?workflowKey=${workflowId}`)).statusCode).toBe(404);
    expect(await listEvents()).toEqual([]);
    const set = async (status: number) =>
      json<ProviderTask>(await provide('PUT', `/tasks/${workflowId}/status`, { status }));
    expect(await set(4)).toMatchObject({ status: 4, state: 'open' });
    expect(await mine.list(caseId)).toMatchObject([{ workflowId }]);
    expect((await listEvents())[0]).toEqual(['taskAssigned', workflowId]);
    expect(await set(7)).toMatchObject({ status: 7, state: 'closed' });
    expect((await provide('PUT', `/tasks/${workflowId}/status`, { status: 8 })).statusCode).toBe(
      400,
    );
  });

  it('A task is visible to its case’s clients and its provider only', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const stranger = await startPractice(server);
    const colleague = await addUser(server, [practice.accountId]);
    const others = [
      createTasks(server, stranger.accountId, stranger.headers),
      createTasks(server, practice.accountId, await signIn(server, colleague.id)),
      createTasks(server, practice.accountId, stranger.headers),
    ];
    for (const other of others) {
      for (const path of [
        `/processes/${caseId}`,
        `/processes/${caseId}/workflow/${workflowId}`,
        `/process?workflowKey=${workflowId}`,
      ])
        expect((await other.get(path)).statusCode).toBe(404);
      expect((await other.answer(workflowId)).statusCode).toBe(404);
    }
    for (const path of [`/tasks/${workflowId}`, `/tasks?caseId=${caseId}`]) {
      const answer = await stranger.provider.call('GET', path);
      expect(
        answer.statusCode === 404 || json<{ items: unknown[] }>(answer).items.length === 0,
      ).toBe(true);
    }
    for (const [method, path, body] of [
      ['PUT', '', {}],
      ['PUT', '/status', { status: 7 }],
      ['POST', '/close', undefined],
    ] as const)
      expect(
        (await stranger.provider.call(method, `/tasks/${workflowId}${path}`, body)).statusCode,
      ).toBe(404);
    expect(
      (await stranger.provider.call('POST', `/cases/${caseId}/tasks`, { formId: tasks.formId }))
        .statusCode,
    ).toBe(404);
    const foreignForm = await assigner(server, stranger);
    expect(
      (await provide('POST', `/cases/${caseId}/tasks`, { formId: foreignForm.formId })).statusCode,
    ).toBe(404);
    await provide('PUT', `/cases/${caseId}`, { header: 'Wasserschaden', userIds: [] });
    expect((await mine.get(`/process?workflowKey=${workflowId}`)).statusCode).toBe(404);
  });

  it('The key of a task’s workflow does not open it', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const post = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api${url}`, headers: webKeys, payload });
    for (const answer of [
      await post('/authenticate/adhoc/workflow', { key: workflowId }),
      await post('/authenticate/adhoc/pin', { key: workflowId, attempt: 1 }),
      await post('/assistants/process/access', { workflowKey: workflowId }),
    ])
      expect(answer.statusCode).toBe(404);
    await mine.answer(workflowId);
    expect((await post('/assistants/process/access', { workflowKey: workflowId })).statusCode).toBe(
      404,
    );
  });

  it('An unopened task is kept', async () => {
    const { workflowId } = await tasks.assign(caseId);
    server.clock.forward(100 * day);
    await housekeep(server.deps);
    await loginAgain();
    expect((await mine.answer(workflowId)).statusCode).toBe(200);
  });

  it('A task’s files are uploaded with its client’s login and shown to its clients', async () => {
    const other = await secondClient();
    const files = await assigner(server, practice, {
      title: 'Belege',
      formElements: [{ id: 'papers', type: 'file', label: 'Belege' }],
    });
    const { workflowId } = await files.assign(caseId);
    const send = (headers: Record<string, string>, query = `?workflowKey=${workflowId}`) =>
      upload(
        server,
        { workflowKey: workflowId, headers },
        { name: 'Rechnung.pdf', content: Buffer.from('%PDF-1.4 x'), elementId: 'papers' },
        query,
      );
    const sent = await send(practice.headers);
    const [stored] = json<{ files: StoredFile[] }>(sent).files;
    const stranger = await startPractice(server);
    expect((await send(stranger.headers)).statusCode).toBe(404);
    const value = [
      { entityId: stored?.fileuploadId, name: 'Rechnung.pdf', extension: 'pdf', size: 10 },
    ];
    const elsewhere = json<{ files: StoredFile[] }>(await send(practice.headers, '')).files[0];
    const wrong = await mine.answer(workflowId, {
      answers: [
        {
          elementId: 'papers',
          type: 'file',
          value: [{ ...value[0], entityId: elsewhere?.fileuploadId }],
        },
      ],
    });
    expect(wrong.statusCode).toBe(400);
    expect(
      (await mine.answer(workflowId, { answers: [{ elementId: 'papers', type: 'file', value }] }))
        .statusCode,
    ).toBe(200);
    const read = (headers: Record<string, string>, query = `?workflowKey=${workflowId}`) =>
      server.app.inject({ url: `/api/files/download/${stored?.fileuploadId}${query}`, headers });
    expect((await read(practice.headers)).rawPayload.toString()).toBe('%PDF-1.4 x');
    expect((await read(await signIn(server, other.userId))).statusCode).toBe(200);
    expect([
      (await read(stranger.headers)).statusCode,
      (await read(practice.headers, '')).statusCode,
    ]).toEqual([404, 404]);
    expect(
      (
        await server.app.inject({
          method: 'DELETE',
          url: `/api/v2.0/files/upload/${stored?.fileuploadId}?workflowKey=${workflowId}`,
          headers: practice.headers,
        })
      ).statusCode,
    ).toBe(404); // submitted with it
  });
});

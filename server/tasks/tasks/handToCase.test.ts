import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SubmissionSummary } from '#schemas/forms/submissions.ts';
import type { TaskDetail } from '#schemas/tasks/tasks.ts';
import { listProgramEvents, numberEvents } from '#server/events/service.ts';
import { countByLink } from '#server/forms/closings/repository.ts';
import { indexSubmissions } from '#server/forms/submissions/service.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, publish, upload, visit } from '#server/testing/testServer.ts';
import {
  addSecondClient,
  getReason,
  listTaskEvents,
  startTaskWorld,
  type TaskWorld,
} from '#server/testing/testTasks.ts';

describeOnEachDatabase('a submission handed to a case', (open) => {
  let world: TaskWorld;
  let processGuid: string;
  let formId: string;
  beforeEach(async () => {
    world = await startTaskWorld(open);
    ({ processGuid, formId } = await publish(world.server, world.practice.apiKey, {
      title: { de: 'Unfall melden', en: 'Report an accident' },
      formElements: [
        { id: 'name', type: 'input', label: 'Name' },
        { id: 'photos', type: 'file', label: 'Fotos' },
      ],
    }));
  });
  afterEach(() => world.server.close());

  /** Submits the form as a visitor with one file. */
  async function send() {
    const visitor = await visit(world.server, processGuid);
    const { workflowKey, headers } = visitor;
    const uploaded = await upload(world.server, visitor, {
      name: 'hof.pdf',
      content: Buffer.from('%PDF photo'),
      elementId: 'photos',
    });
    const [file] = json<{ files: { fileuploadId: string; fileExtension: string }[] }>(
      uploaded,
    ).files;
    const photo = { entityId: file?.fileuploadId, name: 'hof.pdf', extension: file?.fileExtension };
    const sent = await world.server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [
          { elementId: 'name', type: 'input', value: 'Jana' },
          { elementId: 'photos', type: 'file', value: [photo] },
        ],
      },
    });
    expect(json(sent)).toMatchObject({ submissionId: expect.any(String) as string });
    return { ...json<{ submissionId: string }>(sent), workflowKey, headers };
  }
  const address = (submissionId: string, caseId = world.caseId) =>
    `/cases/${caseId}/submissions/${submissionId}`;
  const hand = (submissionId: string, isShared: boolean, caseId?: string) =>
    world.practice.provider.call('PUT', address(submissionId, caseId), { isShared });
  const take = (submissionId: string, caseId?: string) =>
    world.practice.provider.call('DELETE', address(submissionId, caseId));
  const openSecondCase = async () =>
    (await world.practice.provider.openCase({ header: 'B', userIds: [world.practice.userId] }))
      .caseId;

  it('Clients of the case read a shared submission with its files as an answered task', async () => {
    const { submissionId, workflowKey } = await send();
    const handed = json<SubmissionSummary>(await hand(submissionId, true));
    expect(handed).toMatchObject({ submissionId, caseId: world.caseId, source: 'link' });
    const second = await addSecondClient(world);
    for (const client of [world.mine, second])
      expect(await client.list(world.caseId)).toMatchObject([
        { workflowId: workflowKey, assistantName: 'Unfall melden', hasAnswer: true },
      ]);
    const { answers } = json<TaskDetail>(
      await world.mine.get(`/processes/${world.caseId}/workflow/${workflowKey}`),
    );
    expect(answers).toMatchObject([
      { answerFormElements: [{ value: 'Jana' }, {}], files: [{ fileName: 'hof.pdf' }] },
    ]);
    expect(await listTaskEvents(world.server, world.practice.userId)).toEqual([
      ['taskChanged', workflowKey],
    ]);
  });

  it('Clients do not see a submission that is handed to their case unshared', async () => {
    const { submissionId, workflowKey } = await send();
    const handed = json<SubmissionSummary>(await hand(submissionId, false));
    expect(handed).toMatchObject({ caseId: world.caseId, source: 'link' });
    expect(await world.mine.list(world.caseId)).toEqual([]);
    const detail = await world.mine.get(`/processes/${world.caseId}/workflow/${workflowKey}`);
    expect(detail.statusCode).toBe(404);
    expect(await listTaskEvents(world.server, world.practice.userId)).toEqual([]);
  });

  it('Handing over is idempotent, shares and unshares, and moves between cases', async () => {
    const { submissionId, workflowKey } = await send();
    const other = await openSecondCase();
    const listAll = async () => [
      (await world.mine.list(world.caseId)).length,
      (await world.mine.list(other)).length,
    ];
    for (let count = 0; count < 2; count += 1)
      expect((await hand(submissionId, true)).statusCode).toBe(200);
    expect(await listAll()).toEqual([1, 0]);
    expect(json(await hand(submissionId, true, other))).toMatchObject({ caseId: other });
    expect(await listAll()).toEqual([0, 1]);
    expect(json(await hand(submissionId, false, other))).toMatchObject({ caseId: other });
    expect(await listAll()).toEqual([0, 0]);
    await hand(submissionId, true, other);
    expect(getReason(await take(submissionId))).toEqual([404, 'notFound']);
    expect(json(await take(submissionId, other))).toMatchObject({ caseId: null, source: 'link' });
    expect(await listAll()).toEqual([0, 0]);
    const { db } = world.server.deps;
    await numberEvents(db, world.practice.accountId);
    const events = await listProgramEvents(db, world.practice.accountId, { after: 0, limit: 50 });
    expect(
      events.filter(({ type }) => type === 'submission.changed').map(({ data }) => data.caseId),
    ).toEqual([world.caseId, other, other, other, undefined]);
    const gone = await world.mine.get(`/processes/${other}/workflow/${workflowKey}`);
    expect(gone.statusCode).toBe(404);
  });

  it('A shared submission counts for its form, and its visitor cannot send it again', async () => {
    const { submissionId, workflowKey, headers } = await send();
    await hand(submissionId, true);
    const again = await world.server.app.inject({
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
    });
    expect(getReason(again)).toEqual([409, 'alreadySubmitted']);
    expect((await countByLink(world.server.deps.db, [formId])).get(formId)).toBe(1);
  });

  it('A submission stays taken out of a case when its words are indexed later', async () => {
    const { submissionId } = await send();
    await hand(submissionId, true);
    await take(submissionId);
    await indexSubmissions(world.server.deps);
    const read = await world.practice.provider.call('GET', `/submissions/${submissionId}`);
    expect(json(read)).toMatchObject({ caseId: null, source: 'link' });
  });

  it('A submission is taken out of a withdrawn case', async () => {
    const { submissionId } = await send();
    await hand(submissionId, true);
    await world.practice.provider.call('DELETE', `/cases/${world.caseId}`);
    expect(getReason(await hand(submissionId, true))).toEqual([404, 'notFound']);
    const stranger = await startPractice(world.server);
    const byStranger = await stranger.provider.call('DELETE', address(submissionId));
    expect(getReason(byStranger)).toEqual([404, 'notFound']);
    expect(json(await take(submissionId))).toMatchObject({ caseId: null, source: 'link' });
  });

  it('A key that may not read submissions hands none to a case', async () => {
    const { submissionId } = await send();
    const { apiKey } = await createApiKey(
      world.server.deps,
      { accountId: world.practice.accountId, scopes: keyScopes },
      { name: 'Akten', scopes: ['cases'] },
    );
    const { call } = createProvider(world.server, apiKey);
    for (const refused of [
      await call('PUT', address(submissionId), { isShared: true }),
      await call('DELETE', address(submissionId)),
    ])
      expect(getReason(refused)).toEqual([403, 'keyScopeMissing']);
    expect(await world.mine.list(world.caseId)).toEqual([]);
  });

  it('The submission of a task, and those of other providers, are refused', async () => {
    const { workflowId } = await world.tasks.assign(world.caseId);
    const { submissionId: byTask } = await world.mine.answered(workflowId);
    const other = await openSecondCase();
    expect(getReason(await hand(byTask, true, other))).toEqual([409, 'conflict']);
    expect(getReason(await take(byTask))).toEqual([409, 'conflict']);
    const { submissionId } = await send();
    const stranger = await startPractice(world.server);
    const foreign = await stranger.provider.openCase({ header: 'C', userIds: [stranger.userId] });
    expect(getReason(await hand(submissionId, true, foreign.caseId))).toEqual([404, 'notFound']);
    const byStranger = await stranger.provider.call('PUT', address(submissionId, foreign.caseId), {
      isShared: true,
    });
    expect(getReason(byStranger)).toEqual([404, 'notFound']);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderTask, TaskDetail } from '#schemas/tasks/tasks.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json } from '#server/testing/testServer.ts';
import {
  damageForm,
  startTaskWorld,
  type TaskWorld,
  addSecondClient,
  listTaskEvents,
  getReason,
} from '#server/testing/testTasks.ts';
const minute = 60_000;

describeOnEachDatabase('a task', (open) => {
  let { server, practice, tasks, mine, caseId } = {} as TaskWorld;

  beforeEach(async () => {
    ({ server, practice, tasks, mine, caseId } = await startTaskWorld(open));
  });
  afterEach(() => server.close());

  const provide = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string) =>
    practice.provider.call(method, path, payload, key);
  const listEvents = (userId = practice.userId) => listTaskEvents(server, userId);
  const secondClient = () => addSecondClient({ server, practice, caseId });

  it('A task is assigned, answered by its client and read with evidence', async () => {
    const made = await tasks.assign(caseId, {
      validUntil: '2026-11-27T12:00',
      assigneeId: practice.userId,
      reminderHours: 24,
    });
    expect(made).toMatchObject({
      caseId,
      formId: tasks.formId,
      revision: 1,
      status: 4,
      state: 'open',
      validUntil: '2026-11-27T11:00:00.000Z',
      reminderHours: 24,
      assistantName: damageForm.title,
      assignee: { userId: practice.userId, firstName: 'Miriam' },
    });
    const listed = await mine.list(caseId);
    expect(listed).toEqual([
      {
        workflowId: made.workflowId,
        assistantName: 'Schadensmeldung',
        hasAnswer: false,
        isClosed: false,
        validUntil: '2026-11-27T11:00:00.000Z',
        answerCreationDate: null,
        closedDate: null,
        creationDate: made.creationDate,
        asks: { questions: 1, isSignature: false },
      },
    ]);
    expect(
      json<{ workflows: { assistantName: string }[] }>(await mine.get(`/processes/${caseId}`, 'en'))
        .workflows[0]?.assistantName,
    ).toBe('Claim');

    server.clock.forward(minute);
    const process = await mine.open(made.workflowId);
    expect(process).toMatchObject({
      workflowKey: made.workflowId,
      workflowType: 'ASSISTENT',
      revision: 1,
      akteIdHash: caseId,
      validUntil: '2026-11-27T11:00:00.000Z',
      accountId: practice.accountId,
    });
    const openedDate = server.clock.now().toISOString();
    server.clock.forward(minute);
    const { submissionId } = await mine.answered(made.workflowId, {
      timeToken: process.metaData.timeToken,
    });
    const answeredAt = server.clock.now().toISOString();

    expect(await mine.list(caseId)).toMatchObject([{ asks: null }]);
    expect(await tasks.read(made.workflowId)).toMatchObject({
      status: 6,
      state: 'answered',
      openedDate,
      answerCreationDate: answeredAt,
      answeredBy: practice.userId,
      submissionId,
    });
    expect(json(await provide('GET', `/submissions/${submissionId}`))).toMatchObject({
      answers: [{ elementId: 'name', value: 'Miriam Castillo' }],
      suspicions: [],
    });
    expect(json(await provide('GET', `/submissions/${submissionId}/evidence`))).toMatchObject({
      record: { startedAt: openedDate, submittedAt: answeredAt },
    });
    expect(
      json<TaskDetail>(await mine.get(`/processes/${caseId}/workflow/${made.workflowId}`)),
    ).toMatchObject({
      hasAnswer: true,
      answers: [
        {
          revision: 1,
          answerCreationDate: answeredAt,
          answerFormElements: [{ elementId: 'name', type: 'input', value: 'Miriam Castillo' }],
        },
      ],
    });
    expect(await listEvents()).toEqual([
      ['taskAssigned', made.workflowId],
      ['taskChanged', made.workflowId],
    ]);
  });

  it('A task stays on the assigned revision', async () => {
    const { workflowId } = await tasks.assign(caseId);
    await provide('PUT', `/forms/${tasks.formId}`, {
      definition: {
        title: 'Neu',
        formElements: [{ id: 'other', type: 'input', label: 'Anderes' }],
      },
    });
    await provide('POST', `/forms/${tasks.formId}/publish`);
    expect(await mine.open(workflowId)).toMatchObject({
      revision: 1,
      formElement: { formElements: [{ id: 'name' }] },
    });
  });

  it('Retries with one Idempotency-Key create one task', async () => {
    const ask = (wanted: object) =>
      provide('POST', `/cases/${caseId}/tasks`, { formId: tasks.formId, ...wanted }, 'one-key');
    const made = (await Promise.all([1, 2, 3].map(() => ask({ assistantName: 'Fragen' })))).map(
      (answer) => json<ProviderTask>(answer),
    );
    expect(new Set(made.map(({ workflowId }) => workflowId)).size).toBe(1);
    expect(getReason(await ask({ assistantName: 'Andere Fragen' }))).toEqual([409, 'conflict']);
    expect(await mine.list(caseId)).toHaveLength(1);
  });

  it('One Idempotency-Key at two cases is a conflict that names no field', async () => {
    const { caseId: other } = json<{ caseId: string }>(
      await provide('POST', '/cases', { header: 'Andere', userIds: [practice.userId] }),
    );
    const answers = await Promise.all(
      [caseId, other].map((id) =>
        provide('POST', `/cases/${id}/tasks`, { formId: tasks.formId }, 'one-key'),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused && json(refused)).toMatchObject({ reason: 'conflict' });
    expect(refused && json(refused)).not.toHaveProperty('fields');
  });

  it('Of two concurrent answers one is stored, and a retry gets the first response', async () => {
    const other = await secondClient();
    const { workflowId } = await tasks.assign(caseId);
    const both = await Promise.all([
      mine.answer(workflowId, { idempotencyKey: 'mine' }),
      other.answer(workflowId, { idempotencyKey: 'theirs' }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(
      both.filter(({ statusCode }) => statusCode === 409).map((answer) => json(answer)['reason']),
    ).toEqual(['alreadySubmitted']);
    const [winner, loser] = both[0].statusCode === 200 ? [mine, other] : [other, mine];
    const key = winner === mine ? 'mine' : 'theirs';
    expect(json(await winner.answer(workflowId, { idempotencyKey: key }))).toEqual(
      json(both.find(({ statusCode }) => statusCode === 200)!),
    );
    expect(getReason(await loser.answer(workflowId, { idempotencyKey: 'again' }))).toEqual([
      409,
      'alreadySubmitted',
    ]);
    expect(getReason(await mine.get(`/process?workflowKey=${workflowId}`))).toEqual([
      409,
      'alreadySubmitted',
    ]);
    expect(await server.deps.db.selectFrom('submissions').select('id').execute()).toHaveLength(1);
    expect(await listEvents(other.userId)).toEqual([
      ['taskAssigned', workflowId],
      ['taskChanged', workflowId],
    ]);
  });

  it.each([
    ['a deadline that has passed', { validUntil: '2026-11-20T09:59' }, '/validUntil'],
    ['a day that no calendar has', { validUntil: '2027-02-30T12:00' }, '/validUntil'],
    ['a reminder of no deadline', { reminderHours: 24 }, '/reminderHours'],
    [
      'an assignee whom the account does not know',
      { assigneeId: 'nobody-has-this' },
      '/assigneeId',
    ],
    ['the status of one that is done', { status: 7 }, '/status'],
  ])('A task with %s is refused', async (_, wanted, field) => {
    const answer = await provide('POST', `/cases/${caseId}/tasks`, {
      formId: tasks.formId,
      ...wanted,
    });
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [field],
    ]);
    expect(await mine.list(caseId)).toEqual([]);
  });

  it.each([
    ['was never published', false],
    ['was withdrawn', true],
  ])('A task with a form that %s is refused with its field', async (_, wasPublished) => {
    const { formId } = json<{ formId: string }>(
      await provide('POST', '/forms', { definition: damageForm }),
    );
    for (const step of wasPublished ? ['publish', 'withdraw'] : [])
      await provide('POST', `/forms/${formId}/${step}`);
    const answer = await provide('POST', `/cases/${caseId}/tasks`, { formId });
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      ['/formId'],
    ]);
  });

  it('A task’s answers are not checked for bots, because the client is logged in', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const { submissionId } = await mine.answered(workflowId);
    expect(json(await provide('GET', `/submissions/${submissionId}`))).toMatchObject({
      suspicions: [],
    });
  });

  it('The tasks are listed to the provider in pages, newest first', async () => {
    const other = await practice.provider.openCase({ header: 'Andere', userIds: [] });
    const made: string[] = [];
    for (const place of [caseId, other.caseId, caseId]) {
      made.unshift((await tasks.assign(place)).workflowId);
      server.clock.forward(1_000);
    }
    const first = json<{ items: ProviderTask[]; cursor: string }>(
      await provide('GET', '/tasks?limit=2'),
    );
    const rest = json<{ items: ProviderTask[]; cursor?: string }>(
      await provide('GET', `/tasks?limit=2&cursor=${first.cursor}`),
    );
    expect([...first.items, ...rest.items].map(({ workflowId }) => workflowId)).toEqual(made);
    expect(rest.cursor).toBeUndefined();
    expect(
      json<{ items: ProviderTask[] }>(
        await provide('GET', `/tasks?caseId=${other.caseId}`),
      ).items.map(({ workflowId }) => workflowId),
    ).toEqual([made[1]]);
  });
});

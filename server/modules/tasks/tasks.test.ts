import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PortalEvent } from '#schemas/events.ts';
import type { ProviderTask, TaskDetail } from '#schemas/tasks.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner, damageForm, tasksOf } from '#server/testing/testTasks.ts';
import { housekeep } from '#server/housekeeping.ts';
import { DeliveryFailed } from '#server/ports/delivery.ts';
import type { Mail, Mailer } from '#server/ports/mailer.ts';
import { newestMessages, sendOutbox } from '#server/modules/outbox/service.ts';
import type { StoredFile } from '#schemas/files.ts';
import { answerTask, closeExpiredTasks, watchDeadlines } from './service.ts';

const silent = pino({ level: 'silent' });
const minute = 60_000;
const day = 24 * 60 * minute;

describeOnEachDatabase('a task', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let tasks: Awaited<ReturnType<typeof assigner>>;
  let mine: ReturnType<typeof tasksOf>;
  let caseId: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    tasks = await assigner(server, practice);
    mine = tasksOf(server, practice.accountId, practice.headers);
    ({ caseId } = await practice.provider.openCase({
      header: 'Wasserschaden',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const provide = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string) =>
    practice.provider.call(method, path, payload, key);
  const inDays = (days: number) =>
    new Date(server.clock.now().getTime() + days * day).toISOString();
  const reasonOf = (answer: Parameters<typeof json>[0]) => [
    answer.statusCode,
    json(answer)['reason'],
  ];
  /** What a client was told of tasks, from the beginning. */
  async function told(userId = practice.userId): Promise<[string, string | undefined][]> {
    const rows = await server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('id')
      .execute();
    return rows
      .map(({ body }) => JSON.parse(body) as PortalEvent)
      .filter(({ type }) => type.startsWith('task'))
      .map(({ type, workflowId }) => [type, workflowId]);
  }
  /** Their token has ended meanwhile. */
  const loginAgain = async () => {
    mine = tasksOf(server, practice.accountId, await signIn(server, practice.userId));
  };
  async function secondClient() {
    const { id, email } = await addUser(server, [practice.accountId]);
    await provide('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId, id],
    });
    return { userId: id, email, ...tasksOf(server, practice.accountId, await signIn(server, id)) };
  }

  it('is assigned to a case, answered by its client, and read by its provider with evidence', async () => {
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
    expect(await told()).toEqual([
      ['taskAssigned', made.workflowId],
      ['taskChanged', made.workflowId],
    ]);
  });

  it('stays on the revision that was assigned', async () => {
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

  it('is made once, however often it is asked for with one key', async () => {
    const ask = (wanted: object) =>
      provide('POST', `/cases/${caseId}/tasks`, { formId: tasks.formId, ...wanted }, 'one-key');
    const made = (await Promise.all([1, 2, 3].map(() => ask({ assistantName: 'Fragen' })))).map(
      (answer) => json<ProviderTask>(answer),
    );
    expect(new Set(made.map(({ workflowId }) => workflowId)).size).toBe(1);
    expect(reasonOf(await ask({ assistantName: 'Andere Fragen' }))).toEqual([409, 'conflict']);
    expect(await mine.list(caseId)).toHaveLength(1);
  });

  it('is answered once: of two clients at the same time one wins, and a repeat hears the first result', async () => {
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
    expect(reasonOf(await loser.answer(workflowId, { idempotencyKey: 'again' }))).toEqual([
      409,
      'alreadySubmitted',
    ]);
    expect(reasonOf(await mine.get(`/process?workflowKey=${workflowId}`))).toEqual([
      409,
      'alreadySubmitted',
    ]);
    expect(await server.deps.db.selectFrom('submissions').select('id').execute()).toHaveLength(1);
    expect(await told(other.userId)).toEqual([
      ['taskAssigned', workflowId],
      ['taskChanged', workflowId],
    ]);
  });

  it('takes answers up to the last instant of its deadline, and none after it', async () => {
    const validUntil = inDays(1);
    const [inTime, late] = [
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
    ];
    server.clock.forward(day);
    await loginAgain();
    expect((await mine.answer(inTime.workflowId)).statusCode).toBe(200);
    server.clock.forward(1);
    expect(reasonOf(await mine.answer(late.workflowId))).toEqual([410, 'taskExpired']);
    expect(reasonOf(await mine.get(`/process?workflowKey=${late.workflowId}`))).toEqual([
      410,
      'taskExpired',
    ]);
    expect(await mine.list(caseId)).toMatchObject([
      { workflowId: late.workflowId, isClosed: true, hasAnswer: false },
      { workflowId: inTime.workflowId, hasAnswer: true, isClosed: false },
    ]);
  });

  it('is closed when its deadline passes, also while no server ran, and once only', async () => {
    const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(1) });
    const answered = await tasks.assign(caseId, { validUntil: inDays(1) });
    await mine.answer(answered.workflowId);
    server.clock.forward(day);
    await closeExpiredTasks(server.deps);
    expect(await tasks.read(workflowId)).toMatchObject({ state: 'open', closedDate: null });
    server.clock.forward(3 * day);
    await Promise.all([
      closeExpiredTasks(server.deps),
      closeExpiredTasks(server.deps),
      closeExpiredTasks(server.deps),
    ]);
    const closedDate = server.clock.now().toISOString();
    expect(await tasks.read(workflowId)).toMatchObject({ state: 'expired', closedDate });
    expect(await tasks.read(answered.workflowId)).toMatchObject({
      state: 'answered',
      closedDate: null,
    });
    expect((await told()).filter(([, id]) => id === workflowId)).toEqual([
      ['taskAssigned', workflowId],
      ['taskChanged', workflowId],
    ]);
    server.clock.forward(minute);
    await closeExpiredTasks(server.deps);
    expect((await tasks.read(workflowId)).closedDate).toBe(closedDate);
  });

  it('that has expired is open again under a later deadline; one that was answered or closed by hand is not', async () => {
    const [expired, closed, answered] = [
      await tasks.assign(caseId, { validUntil: inDays(1) }),
      await tasks.assign(caseId),
      await tasks.assign(caseId),
    ];
    await provide('POST', `/tasks/${closed.workflowId}/close`);
    await mine.answer(answered.workflowId);
    server.clock.forward(2 * day);
    await closeExpiredTasks(server.deps);
    await loginAgain();
    const later = { validUntil: inDays(2) };
    expect(json(await provide('PUT', `/tasks/${expired.workflowId}`, later))).toMatchObject({
      state: 'open',
      ...later,
      closedDate: null,
    });
    expect((await mine.answer(expired.workflowId)).statusCode).toBe(200);
    for (const { workflowId } of [closed, answered])
      expect(reasonOf(await provide('PUT', `/tasks/${workflowId}`, later))).toEqual([
        409,
        'conflict',
      ]);
    expect(
      (await provide('PUT', `/tasks/${closed.workflowId}`, { assigneeId: practice.userId }))
        .statusCode,
    ).toBe(200);
  });

  it.each([
    ['set to done', 'PUT', '/status', { status: 7 }],
    ['closed', 'POST', '/close', undefined],
  ] as const)(
    'that has expired and then is %s by hand stays closed under a later deadline',
    async (_, method, path, body) => {
      const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(1) });
      server.clock.forward(2 * day);
      await closeExpiredTasks(server.deps);
      const { closedDate } = await tasks.read(workflowId);
      expect(json(await provide(method, `/tasks/${workflowId}${path}`, body))).toMatchObject({
        state: 'expired',
        closedDate,
      });
      expect(
        reasonOf(await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(1) })),
      ).toEqual([409, 'conflict']);
    },
  );

  it('that was never announced is announced when a later deadline opens it again', async () => {
    const { workflowId } = await tasks.assign(caseId, { status: 1, validUntil: inDays(1) });
    server.clock.forward(2 * day);
    await closeExpiredTasks(server.deps);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 4 });
    expect(await newestMessages(server.deps, 10)).toEqual([]);
    await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(1) });
    expect((await newestMessages(server.deps, 10)).map(({ subject }) => subject)).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
    ]);
  });

  it('counts an answer that came in time, though its deadline has passed and closed it before the answer is kept', async () => {
    const validUntil = inDays(1);
    const [inTime, byHand, late] = [
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
    ];
    await provide('POST', `/tasks/${byHand.workflowId}/close`);
    server.clock.forward(day + 1);
    await closeExpiredTasks(server.deps);
    /** Taken by a process whose clock says so; another one has closed it since. */
    const takenAt = (instant: string, workflowKey: string) =>
      answerTask(
        { ...server.deps, clock: { now: () => new Date(instant) } },
        { userId: practice.userId, accountIds: [practice.accountId] },
        { workflowKey, language: 'de', idempotencyKey: undefined },
        {
          revision: 1,
          language: 'de',
          answers: [{ elementId: 'name', type: 'input', value: 'Miriam' }],
        },
      );
    await takenAt(validUntil, inTime.workflowId);
    expect(await tasks.read(inTime.workflowId)).toMatchObject({
      state: 'answered',
      status: 6,
      closedDate: null,
      answerCreationDate: validUntil,
    });
    await expect(takenAt(validUntil, byHand.workflowId)).rejects.toMatchObject({
      reason: 'taskClosed',
    });
    await expect(
      takenAt(new Date(Date.parse(validUntil) + 1).toISOString(), late.workflowId),
    ).rejects.toMatchObject({ reason: 'taskExpired' });
    expect(await server.deps.db.selectFrom('submissions').select('workflowKey').execute()).toEqual([
      { workflowKey: inTime.workflowId },
    ]);
  });

  it('that was taken back while a client wrote is gone for them', async () => {
    const { workflowId } = await tasks.assign(caseId);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 1 });
    expect(reasonOf(await mine.answer(workflowId))).toEqual([404, 'notFound']);
    expect(await tasks.read(workflowId)).toMatchObject({ state: 'open', answerCreationDate: null });
  });

  it('that was closed by its provider takes no answer, and what was answered stays to be read', async () => {
    const [open_, answered] = [await tasks.assign(caseId), await tasks.assign(caseId)];
    await mine.answer(answered.workflowId);
    for (const { workflowId } of [open_, answered])
      expect(json(await provide('POST', `/tasks/${workflowId}/close`))).toMatchObject({
        state: 'closed',
      });
    expect(reasonOf(await mine.answer(open_.workflowId))).toEqual([410, 'taskClosed']);
    expect(reasonOf(await mine.answer(answered.workflowId))).toEqual([409, 'alreadySubmitted']);
    expect(
      json<TaskDetail>(await mine.get(`/processes/${caseId}/workflow/${answered.workflowId}`))
        .answers,
    ).toHaveLength(1);
  });

  it('is seen by clients once it is released, and closed when it is done without an answer', async () => {
    const { workflowId } = await tasks.assign(caseId, { status: 1 });
    expect(await mine.list(caseId)).toEqual([]);
    expect((await mine.get(`/process?workflowKey=${workflowId}`)).statusCode).toBe(404);
    expect(await told()).toEqual([]);
    const set = async (status: number) =>
      json<ProviderTask>(await provide('PUT', `/tasks/${workflowId}/status`, { status }));
    expect(await set(4)).toMatchObject({ status: 4, state: 'open' });
    expect(await mine.list(caseId)).toMatchObject([{ workflowId }]);
    expect((await told())[0]).toEqual(['taskAssigned', workflowId]);
    expect(await set(7)).toMatchObject({ status: 7, state: 'closed' });
    expect((await provide('PUT', `/tasks/${workflowId}/status`, { status: 8 })).statusCode).toBe(
      400,
    );
  });

  it('is nobody’s but its case’s clients’ and its own provider’s', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const stranger = await startPractice(server);
    const colleague = await addUser(server, [practice.accountId]);
    const others = [
      tasksOf(server, stranger.accountId, stranger.headers),
      tasksOf(server, practice.accountId, await signIn(server, colleague.id)),
      tasksOf(server, practice.accountId, stranger.headers),
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

  it('is not opened by its key alone, as visitors open a form', async () => {
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

  it('waits as long as it may, though nobody opens it', async () => {
    const { workflowId } = await tasks.assign(caseId);
    server.clock.forward(100 * day);
    await housekeep(server.deps);
    await loginAgain();
    expect((await mine.answer(workflowId)).statusCode).toBe(200);
  });

  it('is told to its clients by mail, with nothing of the case in it, and recalled before its deadline, once', async () => {
    await provide('PUT', '/taskReminders', { reminderHours: 24 });
    expect(json(await provide('GET', '/taskReminders'))).toEqual({ reminderHours: 24 });
    const invited = await addUser(server, [practice.accountId], {
      status: 0,
      username: null,
      usernameKey: null,
    });
    await provide('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId, invited.id],
    });
    const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(3) });
    const [mail, ...others] = await newestMessages(server.deps, 10);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'mail',
      subject: 'Eine neue Aufgabe von Kanzlei Test',
      goodUntil: inDays(3),
    });
    expect(mail?.body).toContain(
      `/akten/${caseId}/accounts/${practice.accountId}?tab=tasks&task=${workflowId}`,
    );
    expect(mail?.body).toContain('Bitte antworten Sie bis 23. November 2026');
    for (const secret of ['Schadensmeldung', 'Wasserschaden'])
      expect(`${mail?.subject} ${mail?.body} ${mail?.html}`).not.toContain(secret);
    server.clock.forward(2 * day - 1);
    await watchDeadlines(server.deps);
    expect(await newestMessages(server.deps, 10)).toHaveLength(1);
    server.clock.forward(1);
    await Promise.all([watchDeadlines(server.deps), watchDeadlines(server.deps)]);
    expect((await newestMessages(server.deps, 10)).map(({ subject }) => subject).sort()).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
      'Erinnerung: Kanzlei Test wartet auf Ihre Antwort',
    ]);
    await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(3), reminderHours: 24 });
    server.clock.forward(2 * day);
    await watchDeadlines(server.deps);
    expect(
      (await newestMessages(server.deps, 10)).filter(({ subject }) =>
        subject.startsWith('Erinnerung'),
      ),
    ).toHaveLength(1); // that of the earlier deadline was taken back before it went out
  });

  it('is told with the deadline it has by then, where that is moved before the mail has gone out', async () => {
    const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(3) });
    for (const validUntil of [inDays(5), inDays(3), null]) {
      await provide('PUT', `/tasks/${workflowId}`, { validUntil });
      const waiting = (await newestMessages(server.deps, 10)).filter(
        ({ state }) => state === 'waiting',
      );
      expect(waiting.map(({ subject, goodUntil }) => [subject, goodUntil])).toEqual([
        ['Eine neue Aufgabe von Kanzlei Test', validUntil],
      ]);
    }
  });

  it('is not announced after the answer, though the mail was in a server’s hands and came back', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const answeredMeanwhile: Mailer = {
      send: async (_, beforeHandover) => {
        await beforeHandover();
        await mine.answered(workflowId);
        throw new DeliveryFailed('451', 'notTaken');
      },
    };
    await sendOutbox({ ...server.deps, mailer: answeredMeanwhile }, silent);
    server.clock.forward(day);
    const sent: Mail[] = [];
    await sendOutbox(
      { ...server.deps, mailer: { send: async (mail) => void sent.push(mail) } },
      silent,
    );
    expect(sent).toEqual([]);
    expect((await newestMessages(server.deps, 10)).map(({ state }) => state)).toEqual(['lapsed']);
  });

  it('is not announced after the answer to who has left the case meanwhile', async () => {
    const other = await secondClient();
    const { workflowId } = await tasks.assign(caseId);
    await provide('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId],
    });
    await mine.answered(workflowId);
    expect(
      (await newestMessages(server.deps, 10))
        .map(({ recipient, state }) => [recipient === other.email, state])
        .sort(),
    ).toEqual([
      [false, 'lapsed'],
      [true, 'lapsed'],
    ]);
  });

  it('is not recalled in the moment it is released, where that moment has passed', async () => {
    const { workflowId } = await tasks.assign(caseId, {
      status: 1,
      validUntil: inDays(2),
      reminderHours: 24,
    });
    server.clock.forward(day + minute);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 4 });
    await watchDeadlines(server.deps);
    expect((await newestMessages(server.deps, 10)).map(({ subject }) => subject)).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
    ]);
  });

  it('is never recalled once it is answered or closed, nor announced any more', async () => {
    const made = [
      await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 24 }),
      await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 24 }),
    ] as const;
    server.clock.forward(2 * day);
    await watchDeadlines(server.deps);
    await loginAgain();
    expect((await mine.answer(made[0].workflowId)).statusCode).toBe(200);
    await provide('POST', `/tasks/${made[1].workflowId}/close`);
    expect((await newestMessages(server.deps, 10)).map(({ state, body }) => [state, body])).toEqual(
      Array.from({ length: 4 }, () => ['lapsed', '']),
    );
    const early = await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 24 });
    await mine.answer(early.workflowId);
    server.clock.forward(3 * day);
    await watchDeadlines(server.deps);
    expect(
      (await newestMessages(server.deps, 10)).filter(({ state }) => state === 'waiting'),
    ).toEqual([]);
  });

  it('takes files by its client’s own login, and shows them to its clients and nobody else', async () => {
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
    ).toBe(404); // it is answered with it
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
  ])('is not assigned with %s', async (_, wanted, field) => {
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
  ])('is not assigned with a form that %s, and the field is named', async (_, wasPublished) => {
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

  it('is suspected of nothing, however fast its client is: they have logged in', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const { submissionId } = await mine.answered(workflowId);
    expect(json(await provide('GET', `/submissions/${submissionId}`))).toMatchObject({
      suspicions: [],
    });
  });

  it('is listed to its provider page by page, the newest first', async () => {
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

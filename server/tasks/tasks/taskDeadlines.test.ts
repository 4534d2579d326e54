import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, signIn } from '#server/testing/testServer.ts';
import {
  createTasks,
  startTaskWorld,
  type TaskWorld,
  listTaskEvents,
  getReason,
} from '#server/testing/testTasks.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { buildClientScope } from '#server/http/session.ts';
import { answerTask, closeExpiredTasks } from './service.ts';
const minute = 60_000;
const day = 24 * 60 * minute;

describeOnEachDatabase('the deadline of a task', (open) => {
  let { server, practice, tasks, mine, caseId } = {} as TaskWorld;

  beforeEach(async () => {
    ({ server, practice, tasks, mine, caseId } = await startTaskWorld(open));
  });
  afterEach(() => server.close());

  const provide = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string) =>
    practice.provider.call(method, path, payload, key);
  const inDays = (days: number) =>
    new Date(server.clock.now().getTime() + days * day).toISOString();
  const listEvents = (userId = practice.userId) => listTaskEvents(server, userId);
  /** The access token has expired meanwhile. */
  const loginAgain = async () => {
    mine = createTasks(server, practice.accountId, await signIn(server, practice.userId));
  };

  it('A task accepts answers until the last instant of its deadline', async () => {
    const validUntil = inDays(1);
    const [inTime, late] = [
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
    ];
    server.clock.forward(day);
    await loginAgain();
    expect((await mine.answer(inTime.workflowId)).statusCode).toBe(200);
    server.clock.forward(1);
    expect(getReason(await mine.answer(late.workflowId))).toEqual([410, 'taskExpired']);
    expect(getReason(await mine.get(`/process?workflowKey=${late.workflowId}`))).toEqual([
      410,
      'taskExpired',
    ]);
    expect(await mine.list(caseId)).toMatchObject([
      { workflowId: late.workflowId, isClosed: true, hasAnswer: false },
      { workflowId: inTime.workflowId, hasAnswer: true, isClosed: false },
    ]);
  });

  it('A task expires once, also while no server ran', async () => {
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
    expect((await listEvents()).filter(([, id]) => id === workflowId)).toEqual([
      ['taskAssigned', workflowId],
      ['taskChanged', workflowId],
    ]);
    server.clock.forward(minute);
    await closeExpiredTasks(server.deps);
    expect((await tasks.read(workflowId)).closedDate).toBe(closedDate);
  });

  it('A later deadline reopens an expired task, not a submitted or closed one', async () => {
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
      expect(getReason(await provide('PUT', `/tasks/${workflowId}`, later))).toEqual([
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
    'An expired task that is %s later is not reopened by a deadline',
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
        getReason(await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(1) })),
      ).toEqual([409, 'conflict']);
    },
  );

  it('An unannounced task is announced when a later deadline reopens it', async () => {
    const { workflowId } = await tasks.assign(caseId, { status: 1, validUntil: inDays(1) });
    server.clock.forward(2 * day);
    await closeExpiredTasks(server.deps);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 4 });
    await sendNotifications(server.deps);
    expect(await listNewestMessages(server.deps, 10)).toEqual([]);
    await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(1) });
    await sendNotifications(server.deps);
    expect((await listNewestMessages(server.deps, 10)).map(({ subject }) => subject)).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
    ]);
  });

  it('An answer in time counts although the task expired before it was stored', async () => {
    const validUntil = inDays(1);
    const [inTime, byHand, late] = [
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
      await tasks.assign(caseId, { validUntil }),
    ];
    await provide('POST', `/tasks/${byHand.workflowId}/close`);
    server.clock.forward(day + 1);
    await closeExpiredTasks(server.deps);
    /** The receiving process has the earlier time; another process has closed the task. */
    const takeDue = (instant: string, workflowKey: string) =>
      answerTask(
        { ...server.deps, clock: { ...server.clock, now: () => new Date(instant) } },
        buildClientScope(practice),
        { workflowKey, language: 'de', idempotencyKey: undefined },
        {
          revision: 1,
          language: 'de',
          answers: [{ elementId: 'name', type: 'input', value: 'Miriam' }],
        },
      );
    await takeDue(validUntil, inTime.workflowId);
    expect(await tasks.read(inTime.workflowId)).toMatchObject({
      state: 'answered',
      status: 6,
      closedDate: null,
      answerCreationDate: validUntil,
    });
    await expect(takeDue(validUntil, byHand.workflowId)).rejects.toMatchObject({
      reason: 'taskClosed',
    });
    await expect(
      takeDue(new Date(Date.parse(validUntil) + 1).toISOString(), late.workflowId),
    ).rejects.toMatchObject({ reason: 'taskExpired' });
    expect(await server.deps.db.selectFrom('submissions').select('workflowKey').execute()).toEqual([
      { workflowKey: inTime.workflowId },
    ]);
  });
});

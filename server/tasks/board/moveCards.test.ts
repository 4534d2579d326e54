import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json } from '#server/testing/testServer.ts';
import { startBoardWorld, type BoardWorld, addEmployee } from '#server/testing/testTasks.ts';

describeOnEachDatabase('moving cards of a task board', (open) => {
  let { server, practice, caseId, formId } = {} as BoardWorld;
  beforeEach(async () => {
    ({ server, practice, caseId, formId } = await startBoardWorld(open));
  });
  afterEach(() => server.close());
  const employee = (role: StaffRole, ...others: string[]) =>
    addEmployee({ server, practice }, role, ...others);
  const assign = async (task: object = {}): Promise<ProviderTask> =>
    json(await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId, ...task }));

  it('A card that was moved meanwhile cannot be moved', async () => {
    const admin = await employee('admin');
    const { workflowId } = await assign();
    await admin.move(workflowId, 4, 6);
    expect((await admin.move(workflowId, 4, 5)).statusCode).toBe(409);
    expect((await admin.cards())[0]?.status).toBe(6);
  });

  it('A retry of a move gets the first response, a lost race a conflict', async () => {
    const [user, internal] = [await employee('user'), await employee('internal')];
    const { workflowId } = await assign({ status: 2, assigneeId: user.userId });
    for (const _ of ['first', 'its answer got lost'])
      expect((await user.move(workflowId, 2, 6)).statusCode).toBe(200);
    expect((await user.move(workflowId, 3, 4)).statusCode).toBe(409);
    expect((await internal.move(workflowId, 2, 6)).statusCode).toBe(403);
  });

  it('A change of an assignment that another user has changed is a conflict', async () => {
    const [admin, consultant] = [await employee('admin'), await employee('consultant')];
    const { workflowId } = await assign();
    const from = { assigneeId: null, validUntil: null };
    const reassign = (assigneeId: string) =>
      admin.call('PUT', `/${workflowId}`, { assigneeId, from });
    const statuses = [
      (await reassign(consultant.userId)).statusCode,
      (await reassign(admin.userId)).statusCode,
      (await reassign(consultant.userId)).statusCode, // a retry
    ];
    expect(statuses).toEqual([200, 409, 200]);
    const validUntil = '2026-12-01T12:00:00.000Z';
    expect((await consultant.call('PUT', `/${workflowId}`, { validUntil, from })).statusCode).toBe(
      200,
    );
    expect((await admin.cards()).map((card) => [card.assignee?.userId, card.validUntil])).toEqual([
      [consultant.userId, validUntil],
    ]);
  });

  it('Admins and consultants can reassign a card and move its deadline', async () => {
    const [consultant, internal] = [await employee('consultant'), await employee('internal')];
    const { workflowId } = await assign({ validUntil: '2026-12-24T12:00:00Z', reminderHours: 24 });
    const given = json<BoardTask>(
      await consultant.call('PUT', `/${workflowId}`, { assigneeId: internal.userId }),
    );
    expect([given.assignee?.userId, given.validUntil]).toEqual([
      internal.userId,
      '2026-12-24T12:00:00.000Z',
    ]);
    await consultant.call('PUT', `/${workflowId}`, { validUntil: '2026-12-31T12:00:00Z' });
    expect(json(await practice.provider.call('GET', `/tasks/${workflowId}`))).toMatchObject({
      assignee: { userId: internal.userId },
      validUntil: '2026-12-31T12:00:00.000Z',
      reminderHours: 24,
    });
    expect((await internal.call('PUT', `/${workflowId}`, { assigneeId: null })).statusCode).toBe(
      403,
    );
    const toClient = await consultant.call('PUT', `/${workflowId}`, {
      assigneeId: practice.userId,
    });
    expect([toClient.statusCode, Object.keys(json<{ fields: object }>(toClient).fields)]).toEqual([
      400,
      ['/assigneeId'],
    ]); // another role would not see it there
  });
});

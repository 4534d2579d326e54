import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayMove } from '#schemas/tasks/board.rules.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { staffRoles, type StaffRole } from '#schemas/accounts/staff.ts';
import { taskStatuses, type ProviderTask, type TaskStatus } from '#schemas/tasks/tasks.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase, openSqliteTest } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('moving cards of a task board', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  let formId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Verkehrsunfall',
      userIds: [practice.userId],
    }));
    ({ formId } = await publish(server, practice.apiKey, {
      title: 'Vollmacht',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    }));
  });
  afterEach(() => server.close());

  async function employee(role: StaffRole, ...others: string[]) {
    const { id: userId } = await addUser(server, [practice.accountId, ...others]);
    await practice.provider.call('PUT', `/staff/${userId}`, { role });
    const headers = await signIn(server, userId);
    const call = (method: 'GET' | 'PUT', path = '', payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v2.0/e.consult.${practice.accountId}/board${path}`,
        headers,
        ...(payload ? { payload } : {}),
      });
    return {
      userId,
      headers,
      call,
      cards: async (): Promise<BoardTask[]> =>
        json<{ items: BoardTask[] }>(await call('GET')).items,
      move: (workflowId: string, from: TaskStatus, to: TaskStatus) =>
        call('PUT', `/${workflowId}/status`, { from, to }),
    };
  }
  const assign = async (task: object = {}): Promise<ProviderTask> =>
    json(await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId, ...task }));

  // The rule needs no database; the other tests prove the storage on each.
  describe.runIf(open === openSqliteTest)('A role moves its own cards only:', () => {
    it.each(staffRoles.flatMap((role) => [true, false].map((isOwn) => [role, isOwn] as const)))(
      '%s, own card: %s',
      async (role, isOwn) => {
        const { userId, move } = await employee(role);
        const { workflowId } = await assign({ assigneeId: isOwn ? userId : null });
        for (const from of taskStatuses)
          for (const to of taskStatuses) {
            await server.deps.db.updateTable('tasks').set({ status: from }).execute();
            const { statusCode } = await move(workflowId, from, to);
            const { status } = await server.deps.db
              .selectFrom('tasks')
              .select('status')
              .executeTakeFirstOrThrow();
            const isAllowed = mayMove(role, { from, to, isOwn });
            expect([from, to, statusCode, status]).toEqual([
              from,
              to,
              isAllowed ? 200 : 403,
              isAllowed ? to : from,
            ]);
          }
      },
    );
  });

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

import { afterEach, beforeEach, expect, it } from 'vitest';
import { mayMove } from '#schemas/tasks/board.rules.ts';
import { staffRoles } from '#schemas/platform/endpoint.ts';
import { taskStatuses, type ProviderTask } from '#schemas/tasks/tasks.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { json } from '#server/testing/testServer.ts';
import { addEmployee, startBoardWorld, type BoardWorld } from '#server/testing/testTasks.ts';

let { server, practice, caseId, formId } = {} as BoardWorld;
beforeEach(async () => {
  ({ server, practice, caseId, formId } = await startBoardWorld(openSqliteTest));
});
afterEach(() => server.close());

it.each(staffRoles.flatMap((role) => [true, false].map((isOwn) => [role, isOwn] as const)))(
  'The role %s moves a card only where the rule lets it, own card: %s',
  async (role, isOwn) => {
    const { userId, move } = await addEmployee({ server, practice }, role);
    const assigneeId = isOwn ? userId : null;
    const { workflowId } = json<ProviderTask>(
      await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId, assigneeId }),
    );
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

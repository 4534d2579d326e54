import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json } from '#server/testing/testServer.ts';
import { getReason, startTaskWorld, type TaskWorld } from '#server/testing/testTasks.ts';

describeOnEachDatabase('a change of a task', (open) => {
  let world: TaskWorld;
  let workflowId: string;
  const validUntil = '2026-11-30T12:00:00.000Z';
  beforeEach(async () => {
    world = await startTaskWorld(open);
    ({ workflowId } = await world.tasks.assign(world.caseId, { validUntil, reminderHours: 24 }));
  });
  afterEach(() => world.server.close());

  const change = (payload: object, ifMatch?: string, method: 'PATCH' | 'PUT' = 'PATCH') =>
    world.server.app.inject({
      method,
      url: `/provider/v1/tasks/${workflowId}`,
      headers: {
        'x-api-key': world.practice.apiKey,
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      payload,
    });
  const readEtag = async () =>
    String((await world.practice.provider.call('GET', `/tasks/${workflowId}`)).headers.etag);

  it('The given fields are changed, and the others stay', async () => {
    const { userId } = world.practice;
    const changed = await change({ assigneeId: userId }, await readEtag());
    expect(json(changed)).toMatchObject({ assignee: { userId }, validUntil, reminderHours: 24 });
    expect(await readEtag()).toBe(changed.headers.etag);
    expect(json(await change({ reminderHours: 2 }, '*'))).toMatchObject({
      assignee: { userId },
      validUntil,
      reminderHours: 2,
    });
  });

  it('A deadline is removed with its reminder', async () => {
    expect(json<ProviderTask>(await change({ validUntil: null }, '*'))).toMatchObject({
      validUntil: null,
      reminderHours: null,
    });
  });

  it('Of two changes of one state the second is 412, and one without If-Match 428', async () => {
    const etag = await readEtag();
    expect((await change({ reminderHours: 2 }, etag)).statusCode).toBe(200);
    expect(getReason(await change({ reminderHours: 3 }, etag))).toEqual([
      412,
      'preconditionFailed',
    ]);
    expect(getReason(await change({ validUntil }, etag, 'PUT'))).toEqual([
      412,
      'preconditionFailed',
    ]);
    expect(getReason(await change({ reminderHours: 3 }))).toEqual([428, 'preconditionRequired']);
    expect(await world.tasks.read(workflowId)).toMatchObject({ reminderHours: 2 });
    expect((await change({ validUntil }, undefined, 'PUT')).statusCode).toBe(200);
  });

  it('A status does not change the ETag of its task', async () => {
    const etag = await readEtag();
    await world.practice.provider.call('PUT', `/tasks/${workflowId}/status`, { status: 5 });
    expect(await readEtag()).toBe(etag);
  });

  it('A change without a field is refused', async () => {
    expect((await change({}, '*')).statusCode).toBe(400);
  });
});

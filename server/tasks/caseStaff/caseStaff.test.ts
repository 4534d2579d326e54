import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PortalEvent } from '#schemas/events/events.ts';
import type { CaseStaff } from '#schemas/tasks/caseStaff.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { sendFirmNotifications } from '#server/mail/firmNotifications/service.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, json, upload } from '#server/testing/testServer.ts';
import {
  addEmployee,
  createTasks,
  startBoardWorld,
  type BoardWorld,
} from '#server/testing/testTasks.ts';

type Problem = { reason: string; fields?: Record<string, string> };
type Staff = Awaited<ReturnType<typeof addEmployee>>;

describeOnEachDatabase('the staff of a case', (open) => {
  let { server, practice, caseId, formId } = {} as BoardWorld;
  let listed: Staff;
  let admin: Staff;
  let workflowId: string;
  beforeEach(async () => {
    ({ server, practice, caseId, formId } = await startBoardWorld(open));
    listed = await addEmployee({ server, practice }, 'consultant');
    admin = await addEmployee({ server, practice }, 'admin');
    ({ workflowId } = await assign());
  });
  afterEach(() => server.close());

  const assign = async (task: object = {}): Promise<ProviderTask> =>
    json(await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId, ...task }));
  const set = (userIds: readonly string[] | null) =>
    practice.provider.call('PUT', `/cases/${caseId}/staff`, { userIds });
  const read = async () =>
    json<CaseStaff>(await practice.provider.call('GET', `/cases/${caseId}/staff`));
  const listCards = async (staff: Staff) =>
    (await staff.cards()).map((card) => [card.workflowId, card.staffIds]);
  const listAllEvents = async (userId: string) => {
    const rows = await server.deps.db
      .selectFrom('events')
      .select('body')
      .where('userId', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ body }) => JSON.parse(body) as PortalEvent);
  };
  const listEvents = async (userId: string) =>
    (await listAllEvents(userId))
      .filter(({ type }) => type === 'boardChanged')
      .map((event) => event.workflowId);

  it('A case is open to all staff until it has a list', async () => {
    expect(await read()).toEqual({ userIds: null });
    expect(await listCards(admin)).toEqual([[workflowId, null]]);
    expect(json(await set([listed.userId]))).toEqual({ userIds: [listed.userId] });
    expect(await listCards(listed)).toEqual([[workflowId, [listed.userId]]]);
    expect(await listCards(admin)).toEqual([]);
    expect(json(await set(null))).toEqual({ userIds: null });
    expect(await listCards(admin)).toEqual([[workflowId, null]]);
  });

  it('Others find no card of the case by its id, nor can they change it', async () => {
    await set([listed.userId]);
    const answers = await Promise.all([
      admin.call('GET', `/${workflowId}`),
      admin.call('PUT', `/${workflowId}`, { assigneeId: null }),
      admin.move(workflowId, 4, 6),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    const named = await admin.call('GET', `?workflowIds=${workflowId}`);
    expect(json(named)).toEqual({ items: [] });
    expect((await listed.call('GET', `/${workflowId}`)).statusCode).toBe(200);
  });

  it('Others cannot open files of the answers, which the listed can', async () => {
    const { formId: withFiles } = json<{ formId: string }>(
      await practice.provider.call('POST', '/forms', {
        definition: {
          title: 'Unterlagen',
          formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
        },
      }),
    );
    await practice.provider.call('POST', `/forms/${withFiles}/publish`);
    const task = json<ProviderTask>(
      await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId: withFiles }),
    );
    const query = `?workflowKey=${task.workflowId}`;
    const content = Buffer.from('%PDF-1.7');
    const sent = await upload(
      server,
      { workflowKey: task.workflowId, headers: practice.headers },
      { name: 'a.pdf', content, elementId: 'papers' },
      query,
    );
    const [{ fileuploadId = '' } = {}] = json<{ files: { fileuploadId: string }[] }>(sent).files;
    const value = [{ entityId: fileuploadId, name: 'a.pdf', extension: 'pdf' }];
    const answered = await createTasks(server, practice.accountId, practice.headers).answer(
      task.workflowId,
      { answers: [{ elementId: 'papers', type: 'file', value }] },
    );
    expect(answered.statusCode).toBe(200);
    await set([listed.userId]);
    const download = async ({ headers }: Staff) =>
      (await server.app.inject({ url: `/api/files/download/${fileuploadId}${query}`, headers }))
        .statusCode;
    expect([await download(listed), await download(admin)]).toEqual([200, 404]);
  });

  it('Their boards drop and show the cards at once, and later events reach the listed only', async () => {
    const before = (await listEvents(admin.userId)).length;
    await set([listed.userId]);
    expect((await listEvents(admin.userId)).slice(before)).toEqual([workflowId]);
    await assign();
    expect((await listEvents(admin.userId)).slice(before)).toEqual([workflowId]);
    expect((await listEvents(listed.userId)).at(-1)).not.toBe(workflowId);
    await set(null);
    expect((await listEvents(admin.userId)).slice(before)).toHaveLength(3);
  });

  it('Inboxes and case lists of those who lose or get the case are updated once a change', async () => {
    const external = await addEmployee({ server, practice }, 'external');
    const listTypes = async ({ userId }: Staff) =>
      (await listAllEvents(userId))
        .map(({ type }) => type)
        .filter((type) => type === 'inboxChanged' || type === 'firmCaseChanged');
    const before = (await listTypes(admin)).length;
    const since = async (staff: Staff) => (await listTypes(staff)).slice(before);
    await set([listed.userId]);
    const once = ['inboxChanged', 'firmCaseChanged'];
    expect([await since(admin), await since(listed)]).toEqual([once, once]);
    await set([listed.userId]);
    expect([await since(admin), await since(listed)]).toEqual([once, [...once, ...once]]);
    await set(null);
    expect(await since(admin)).toEqual([...once, ...once]);
    expect(await listTypes(external)).toEqual([]);
  });

  it('Tasks of those who are not listed become unassigned, and cannot be given to them', async () => {
    await practice.provider.call('PUT', `/tasks/${workflowId}`, { assigneeId: admin.userId });
    await set([listed.userId]);
    const [card] = await listed.cards();
    expect(card?.assignee).toBeNull();
    const refused = [
      await listed.call('PUT', `/${workflowId}`, { assigneeId: admin.userId }),
      await practice.provider.call('PUT', `/tasks/${workflowId}`, { assigneeId: admin.userId }),
      await practice.provider.call('POST', `/cases/${caseId}/tasks`, {
        formId,
        assigneeId: admin.userId,
      }),
    ];
    for (const answer of refused)
      expect([answer.statusCode, Object.keys(json<Problem>(answer).fields ?? {})]).toEqual([
        400,
        ['/assigneeId'],
      ]);
  });

  it('Only an assignee who sees the case is mailed, else the firm', async () => {
    const email = 'post@beispiel.example';
    await practice.provider.call('PUT', '/notifications', { email, kinds: ['task'] });
    await practice.provider.call('PUT', `/tasks/${workflowId}`, { assigneeId: listed.userId });
    await set([admin.userId]);
    await createTasks(server, practice.accountId, practice.headers).answer(workflowId);
    server.clock.forward(10 * minuteMs);
    await sendFirmNotifications(server.deps);
    const mails = (await listNewestMessages(server.deps, 20)).map(({ recipient }) => recipient);
    expect(mails.filter((recipient) => recipient !== email)).toEqual([]);
    expect(mails).toEqual([email]);
  });

  it('A list of someone without a role is refused, and of another firm', async () => {
    const stranger = await addUser(server, [practice.accountId]);
    const elsewhere = await addAccount(server);
    for (const userId of [stranger.id, 'nobody-has-this-id-1']) {
      const refused = await set([listed.userId, userId]);
      expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
        400,
        ['/userIds/1'],
      ]);
    }
    expect((await set([])).statusCode).toBe(400);
    const foreign = await server.app.inject({
      url: `/provider/v1/cases/${caseId}/staff`,
      headers: { 'x-api-key': elsewhere.apiKey },
    });
    expect(foreign.statusCode).toBe(404);
    expect(await read()).toEqual({ userIds: null });
  });

  it('The case stays closed to the others when the only listed person has no role any longer', async () => {
    await set([listed.userId]);
    await practice.provider.call('DELETE', `/staff/${listed.userId}`);
    expect(await listCards(admin)).toEqual([]);
    expect((await listed.call('GET')).statusCode).toBe(404);
  });

  it('A list that names a former member of the staff can be written back', async () => {
    await set([listed.userId, admin.userId]);
    await practice.provider.call('DELETE', `/staff/${listed.userId}`);
    const { userIds } = await read();
    expect(userIds).toContain(listed.userId);
    expect((await set(userIds)).statusCode).toBe(200);
    expect((await set([admin.userId])).statusCode).toBe(200);
    expect((await set([listed.userId])).statusCode).toBe(400);
  });
});

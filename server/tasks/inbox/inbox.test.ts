import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoredFile } from '#schemas/files/files.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { InboxCounts, InboxItem, InboxRecord } from '#schemas/tasks/inbox.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { indexSubmissions, lockOrigin, setCase } from '#server/forms/submissions/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addEmployee, createTasks, getReason, startBoardWorld } from '#server/testing/testTasks.ts';
import { json, publish, upload, visit } from '#server/testing/testServer.ts';

type Method = 'GET' | 'PATCH' | 'PUT';
type World = Awaited<ReturnType<typeof startInboxWorld>>;

async function startInboxWorld(open: Parameters<typeof startBoardWorld>[0]) {
  const world = await startBoardWorld(open);
  const { server, practice } = world;
  const form = await publish(server, practice.apiKey, {
    title: { de: 'Unfall melden', en: 'Report an accident' },
    formElements: [
      { id: 'first', type: 'input', label: 'Vorname', prefill: 'fn' },
      { id: 'last', type: 'input', label: 'Nachname', prefill: 'ln' },
      { id: 'what', type: 'input', label: 'Was ist passiert?' },
      { id: 'photo', type: 'file', label: 'Foto' },
    ],
  });
  return { ...world, form };
}

describeOnEachDatabase('the inbox of a firm', (open) => {
  let { server, practice, caseId, formId, form } = {} as World;
  beforeEach(async () => {
    ({ server, practice, caseId, formId, form } = await startInboxWorld(open));
  });
  afterEach(() => server.close());

  async function employ(role: StaffRole) {
    const { userId, headers } = await addEmployee({ server, practice }, role);
    const address = `/api/v2.0/e.consult.${practice.accountId}/inbox`;
    const call = (method: Method, path = '', payload?: object, language = 'de') =>
      server.app.inject({
        method,
        url: `${address}${path}`,
        headers: { ...headers, 'accept-language': language },
        ...(payload ? { payload } : {}),
      });
    const list = async (query = '') =>
      json<{ items: InboxItem[]; cursor?: string }>(await call('GET', query));
    return {
      userId,
      headers,
      call,
      list,
      ids: async (query = '') => (await list(query)).items.map(({ submissionId }) => submissionId),
      counts: async () => json<InboxCounts>(await call('GET', '/counts')),
      mark: (id: string, change: object, from: object = {}) =>
        call('PATCH', `/${id}`, {
          ...change,
          from: { state: 'open', note: '', assigneeId: null, ...from },
        }),
    };
  }

  async function send(what: string, [first, last]: readonly string[] = ['Jonas', 'Wieland']) {
    const visitor = await visit(server, form.processGuid);
    const { workflowKey, headers } = visitor;
    const photo = { name: 'skizze.txt', content: Buffer.from('Skizze'), elementId: 'photo' };
    const uploaded = json<{ files: StoredFile[] }>(await upload(server, visitor, photo));
    const files = uploaded.files.map(({ fileuploadId, fileName, fileExtension, size }) => ({
      entityId: fileuploadId,
      name: fileName,
      extension: fileExtension,
      size,
    }));
    const answers = Object.entries({ first, last, what }).map(([elementId, value]) => ({
      elementId,
      type: 'input',
      value,
    }));
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [...answers, { elementId: 'photo', type: 'file', value: files }],
      },
    });
    expect(sent.statusCode).toBe(200);
    server.clock.forward(1_000);
    return { id: json<{ submissionId: string }>(sent).submissionId, workflowKey };
  }

  async function answerTask() {
    const { workflowId } = json<{ workflowId: string }>(
      await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId }),
    );
    const tasks = createTasks(server, practice.accountId, practice.headers);
    const { submissionId } = await tasks.answered(workflowId);
    return submissionId;
  }

  it('Submissions and answered tasks are listed, newest first, with their senders', async () => {
    const { id } = await send('Glatteis');
    const answered = await answerTask();
    const lawyer = await employ('consultant');
    const { items } = await lawyer.list();
    expect(items).toMatchObject([
      {
        submissionId: answered,
        source: 'task',
        formTitle: 'Vollmacht',
        sender: 'Miriam Castillo',
        caseId,
        caseHeader: 'Verkehrsunfall',
      },
      {
        submissionId: id,
        source: 'link',
        formTitle: 'Unfall melden',
        sender: 'Jonas Wieland',
        preview: expect.stringMatching(/^Glatteis, /),
        state: 'open',
        note: '',
        assignee: null,
        openedAt: null,
        caseId: null,
        caseHeader: null,
      },
    ]);
    const english = json<{ items: InboxItem[] }>(await lawyer.call('GET', '', undefined, 'en'));
    expect(english.items[1]?.formTitle).toBe('Report an accident');
  });

  it('Views, search and counts agree, page by page', async () => {
    const lawyer = await employ('admin');
    const [first, second, third] = [
      await send('Glatteis'),
      await send('Hagel'),
      await send('Sturm'),
    ];
    await lawyer.mark(first.id, { assigneeId: lawyer.userId });
    await lawyer.mark(second.id, { state: 'done' });
    await lawyer.call('PUT', `/${first.id}/opened`);
    expect(await lawyer.ids()).toEqual([third.id, first.id]);
    expect(await lawyer.ids('?view=mine')).toEqual([first.id]);
    expect(await lawyer.ids('?view=unassigned')).toEqual([third.id]);
    expect(await lawyer.ids('?view=done')).toEqual([second.id]);
    expect(await lawyer.counts()).toEqual({ open: 2, mine: 1, unassigned: 1, new: 1 });
    const page = await lawyer.list('?limit=1');
    expect(await lawyer.ids(`?limit=1&cursor=${page.cursor ?? ''}`)).toEqual([first.id]);
    await indexSubmissions(server.deps);
    expect(await lawyer.ids('?q=glatt')).toEqual([first.id]);
    expect(await lawyer.ids('?q=hagel')).toEqual([]);
    expect(await lawyer.ids('?view=done&q=wieland')).toEqual([second.id]);
    const { reference = '' } = page.items[0] ?? {};
    expect(await lawyer.ids(`?q=${reference}`)).toEqual([third.id]);
    expect(await lawyer.ids('?q=%C2%A7')).toEqual([]);
  });

  it('A submission is read with its answers, files and PDF, and opened once', async () => {
    const { id, workflowKey } = await send('Glatteis');
    const lawyer = await employ('user');
    const record = json<InboxRecord>(await lawyer.call('GET', `/${id}`));
    expect(record).toMatchObject({ submissionId: id, workflowId: workflowKey, openedAt: null });
    expect(record.answers.map(({ elementId }) => elementId)).toEqual([
      'first',
      'last',
      'what',
      'photo',
    ]);
    const opened = json<InboxItem>(await lawyer.call('PUT', `/${id}/opened`));
    server.clock.forward(60_000);
    const again = json<InboxItem>(await lawyer.call('PUT', `/${id}/opened`));
    expect(again.openedAt).toBe(opened.openedAt);
    const pdf = await lawyer.call('GET', `/${id}/answers.pdf`);
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [photo] = record.answers.at(-1)?.value as { entityId: string }[];
    const download = (headers: Record<string, string>) =>
      server.app.inject({
        url: `/api/files/download/${photo?.entityId ?? ''}?workflowKey=${workflowKey}`,
        headers,
      });
    expect((await download(lawyer.headers)).statusCode).toBe(200);
    expect((await download(practice.headers)).statusCode).toBe(404);
    const external = await employ('external');
    expect((await download(external.headers)).statusCode).toBe(404);
  });

  it('A change that another user has overtaken is refused and changes nothing', async () => {
    const { id } = await send('Glatteis');
    const [first, second] = [await employ('admin'), await employ('consultant')];
    const marked = await first.mark(id, { assigneeId: first.userId, note: 'Rückruf um 12' });
    expect(json<InboxItem>(marked)).toMatchObject({
      note: 'Rückruf um 12',
      assignee: { userId: first.userId },
    });
    const late = await second.mark(id, { assigneeId: second.userId });
    expect(getReason(late)).toEqual([409, 'conflict']);
    const retried = await first.mark(id, { assigneeId: first.userId, note: 'Rückruf um 12' });
    expect(retried.statusCode).toBe(200);
    expect((await second.mark(id, { state: 'done' })).statusCode).toBe(200);
    expect((await first.list('?view=done')).items[0]).toMatchObject({
      note: 'Rückruf um 12',
      assignee: { userId: first.userId },
    });
  });

  it('Roles change what they may, and an assignee must be able to read the inbox', async () => {
    const { id } = await send('Glatteis');
    const [user, external] = [await employ('user'), await employ('external')];
    expect(getReason(await user.mark(id, { state: 'done' }))).toEqual([403, 'notAllowed']);
    expect((await user.mark(id, { assigneeId: user.userId })).statusCode).toBe(200);
    const own = { assigneeId: user.userId };
    for (const _ of ['first', 'retry'])
      expect((await user.mark(id, { assigneeId: null }, own)).statusCode).toBe(200);
    expect((await user.mark(id, { assigneeId: user.userId })).statusCode).toBe(200);
    expect((await user.mark(id, { state: 'done' })).statusCode).toBe(200);
    for (const path of ['', '/counts', `/${id}`, `/${id}/answers.pdf`])
      expect(getReason(await external.call('GET', path))).toEqual([403, 'notAllowed']);
    const admin = await employ('admin');
    const refused = await admin.mark(id, { assigneeId: external.userId }, own);
    expect(json(refused)).toMatchObject({
      reason: 'invalidInput',
      fields: { '/assigneeId': expect.any(String) },
    });
  });

  it('A submission of a case is hidden from staff who are not on its list', async () => {
    const submissionId = await answerTask();
    const [listed, other] = [await employ('admin'), await employ('admin')];
    await employ('external');
    const listAssignees = async () => {
      const { assignees } = json<InboxRecord>(await listed.call('GET', `/${submissionId}`));
      return assignees.map(({ userId }) => userId).sort();
    };
    expect(await listAssignees()).toEqual([listed.userId, other.userId].sort());
    await practice.provider.call('PUT', `/cases/${caseId}/staff`, { userIds: [listed.userId] });
    expect(await listAssignees()).toEqual([listed.userId]);
    expect(await listed.ids()).toEqual([submissionId]);
    expect(await other.ids()).toEqual([]);
    expect((await other.counts()).open).toBe(0);
    for (const path of [`/${submissionId}`, `/${submissionId}/answers.pdf`])
      expect((await other.call('GET', path)).statusCode).toBe(404);
    expect((await other.mark(submissionId, { state: 'done' })).statusCode).toBe(404);
    const refused = await listed.mark(submissionId, { assigneeId: other.userId });
    expect(refused.statusCode).toBe(400);
  });

  it('An assignee who loses the submission to a case during the change is refused', async () => {
    const { id } = await send('Glatteis');
    const [listed, other] = [await employ('admin'), await employ('admin')];
    await practice.provider.call('PUT', `/cases/${caseId}/staff`, { userIds: [listed.userId] });
    const { db } = server.deps;
    const listWaiting = () =>
      sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
    let marked: ReturnType<typeof listed.mark> | undefined;
    await inTransaction(db, async (moving) => {
      await lockOrigin(moving, practice.accountId, id);
      marked = listed.mark(id, { assigneeId: other.userId });
      marked.then(undefined, () => undefined); // sends the request
      if (!isSqlite(db)) await expect.poll(async () => (await listWaiting()).rows).toHaveLength(1);
      await setCase(moving, id, { caseId, source: 'link' });
    });
    expect((await marked)?.statusCode).toBe(400);
    expect((await listed.list()).items[0]).toMatchObject({ caseId, assignee: null });
  });

  it('A new submission and its changes are events for staff who read the inbox', async () => {
    const [lawyer, external] = [await employ('admin'), await employ('external')];
    const { id } = await send('Glatteis');
    await lawyer.call('PUT', `/${id}/opened`);
    await lawyer.call('PUT', `/${id}/opened`);
    await lawyer.mark(id, { state: 'done' });
    await practice.provider.call('PATCH', `/submissions/${id}`, { state: 'open' });
    const listTypes = async (userId: string) =>
      (await server.deps.db.selectFrom('events').selectAll().where('userId', '=', userId).execute())
        .map(({ body }) => (JSON.parse(body) as { type: string }).type)
        .filter((type) => type === 'inboxChanged');
    expect(await listTypes(lawyer.userId)).toHaveLength(4);
    expect(await listTypes(external.userId)).toEqual([]);
  });

  it('A submission of the version before is described when it is indexed', async () => {
    const { id } = await send('Glatteis');
    const lawyer = await employ('admin');
    await indexSubmissions(server.deps);
    const old = { sender: null, preview: null };
    await server.deps.db.updateTable('submissions').set(old).where('id', '=', id).execute();
    expect((await lawyer.list()).items[0]).toMatchObject({ sender: '', preview: '' });
    await indexSubmissions(server.deps);
    expect((await lawyer.list()).items[0]).toMatchObject({ sender: 'Jonas Wieland' });
  });
});

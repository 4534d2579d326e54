import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionSummary } from '#schemas/forms/submissions.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { listProgramEvents, numberEvents } from '#server/events/service.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';
import { germanWords, listBeginnings } from '#server/testing/typedWords.ts';
import {
  addUser,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { isFound, listSearched, listWords } from '#server/words.ts';
import { indexSubmissions } from './service.ts';

const definition: FormDefinition = {
  title: 'Unfall',
  formElements: [
    { id: 'name', type: 'input', label: 'Name' },
    {
      id: 'kind',
      type: 'simplechoice',
      label: 'Art',
      options: [{ value: 'car', label: 'Verkehrsunfälle' }],
    },
    { id: 'day', type: 'date', label: 'Tag' },
  ],
};

describeOnEachDatabase('submissions of a provider', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let processGuid: string;
  let formId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ processGuid, formId } = await publish(server, practice.apiKey, definition));
  });
  afterEach(() => server.close());

  async function send(name: string, key = processGuid): Promise<string> {
    const { workflowKey, headers } = await visit(server, key);
    const answers = [
      { elementId: 'name', type: 'input', value: name },
      { elementId: 'kind', type: 'simplechoice', value: 'car' },
    ];
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: { revision: 1, language: 'de', answers },
    });
    expect(sent.statusCode).toBe(200);
    server.clock.forward(1_000);
    return json<{ submissionId: string }>(sent).submissionId;
  }
  type Page = { items: SubmissionSummary[]; total: number | null; cursor?: string };
  const list = async (query = '') =>
    json<Page>(await practice.provider.call('GET', `/submissions${query}`));
  const listIds = async (query: string) =>
    (await list(query)).items.map(({ submissionId }) => submissionId);
  const mark = (id: string, marks: object) =>
    practice.provider.call('PATCH', `/submissions/${id}`, marks);

  it('Words of the title and of the displayed answers, and the reference number find a submission', async () => {
    const [brandt, mueller] = [await send('Jana Brandt'), await send('Otto Müller')];
    expect(await listIds('?q=brandt')).toEqual([]);
    await indexSubmissions(server.deps);
    expect(await listIds('?q=bran')).toEqual([brandt]);
    expect(await listIds('?q=MUELLER%20otto')).toEqual([mueller]);
    expect(await listIds('?q=Verkehrsunfall')).toEqual([mueller, brandt]);
    expect(await listIds('?q=Unfaelle%20Müller')).toEqual([mueller]);
    expect(await listIds('?q=brandt%20otto')).toEqual([]);
    expect(await listIds('?q=%C2%A7')).toEqual([]);
    const { items } = await list(`?q=Otto`);
    const reference = items[0]?.reference.replaceAll('-', ' ').toLowerCase() ?? '';
    expect(await listIds(`?q=${encodeURIComponent(reference)}`)).toEqual([mueller]);
  });

  it('A word of an answer is found at each letter from the fourth, and a shorter one whole', async () => {
    const id = await send('Jana Brandt');
    const value = germanWords.join(' ');
    const answers = JSON.stringify([{ elementId: 'name', type: 'input', value }]);
    await server.deps.db.updateTable('submissions').set({ answers }).execute();
    await indexSubmissions(server.deps);
    const words = listWords(value);
    const wrong: string[] = [];
    for (const word of germanWords)
      for (const q of [...listBeginnings(word), word.slice(0, 2), word.slice(0, 3)]) {
        const isExpected = listSearched(q).every((each) => words.some((one) => isFound(one, each)));
        const found = await listIds(`?q=${encodeURIComponent(q)}`);
        if (found.includes(id) !== isExpected) wrong.push(q);
      }
    expect(wrong).toEqual([]);
    expect(await listIds('?q=Rechtsschutzversicherungen%20Akte')).toEqual([id]);
    expect(await listIds('?q=Akt%20Ver')).toEqual([]);
  });

  it('A submission of the version before is listed with its source, and found once it is indexed', async () => {
    const id = await send('Jana Brandt');
    const old = { reference: null, source: null };
    await server.deps.db.updateTable('submissions').set(old).where('id', '=', id).execute();
    expect((await list()).items[0]).toMatchObject({ submissionId: id, source: 'link' });
    await Promise.all([indexSubmissions(server.deps), indexSubmissions(server.deps)]);
    const { items } = await list('?source=link&q=jana');
    expect(await listIds(`?q=${items[0]?.reference ?? ''}`)).toEqual([id]);
  });

  it('A submission that cannot be displayed does not keep others out of the search', async () => {
    const [broken, sound] = [await send('Jana Brandt'), await send('Otto Brandt')];
    const answers = JSON.stringify([{ elementId: 'day', type: 'date', value: 'no day' }]);
    const { db } = server.deps;
    await db.updateTable('submissions').set({ answers }).where('id', '=', broken).execute();
    const log = { warn: vi.fn() };
    await indexSubmissions({ ...server.deps, log });
    await indexSubmissions({ ...server.deps, log });
    expect(await listIds('?q=brandt')).toEqual([sound]);
    expect(log.warn.mock.calls).toEqual([
      [{ submissionId: broken }, 'the answers of a submission cannot be searched'],
    ]);
    const { items } = await list();
    expect(await listIds(`?q=${items[1]?.reference ?? ''}`)).toEqual([broken]);
  });

  it('An index run without new submissions opens no transaction', async () => {
    await send('Jana');
    const start = vi.spyOn(server.deps.db, 'transaction');
    await indexSubmissions(server.deps);
    expect(start).toHaveBeenCalled();
    start.mockClear();
    await indexSubmissions(server.deps);
    expect(start).not.toHaveBeenCalled();
  });

  it('Of two changes of one state the second is refused with 412', async () => {
    const id = await send('Jana');
    const read = await practice.provider.call('GET', `/submissions/${id}`);
    const change = (payload: object, ifMatch = String(read.headers.etag)) =>
      server.app.inject({
        method: 'PATCH',
        url: `/provider/v1/submissions/${id}`,
        headers: { 'x-api-key': practice.apiKey, 'if-match': ifMatch },
        payload,
      });
    const changed = await change({ note: 'Rückruf' });
    expect(changed.statusCode).toBe(200);
    expect((await change({ note: 'Erledigt' })).statusCode).toBe(412);
    expect((await change({ state: 'done' }, String(changed.headers.etag))).statusCode).toBe(200);
    expect((await list()).items).toMatchObject([{ note: 'Rückruf', state: 'done' }]);
  });

  it('A note is stored without invisible characters, in composed letters', async () => {
    const id = await send('Jana');
    await mark(id, { note: '\u200BRu\u0308ckruf\nmorgen\u202E' });
    expect((await list()).items).toMatchObject([{ note: 'Rückruf\nmorgen' }]);
  });

  it('Submissions are filtered by form, revision, time and source', async () => {
    const first = await send('Jana');
    const { caseId } = await practice.provider.openCase({
      header: 'A',
      userIds: [practice.userId],
    });
    const tasks = await assigner(server, practice);
    const { workflowId } = await tasks.assign(caseId);
    await createTasks(server, practice.accountId, practice.headers).answer(workflowId);
    server.clock.forward(1_000);
    const request = json<{ externalRequestKey: string }>(
      await practice.provider.call('POST', '/externalRequests', { formId }),
    );
    const resolved = await server.app.inject({
      url: `/api/e.consult.${practice.accountId}/externalRequestKey/${request.externalRequestKey}`,
      headers: webKeys,
    });
    const requested = await send('Otto', json<{ workflowKey: string }>(resolved).workflowKey);
    const [byTask = ''] = await listIds('?source=task');
    expect((await list()).items).toMatchObject([
      { submissionId: requested, source: 'externalRequest', caseId: null },
      { submissionId: byTask, source: 'task', caseId },
      { submissionId: first, source: 'link', state: 'open', note: '', assigneeId: null },
    ]);
    expect(await listIds('?source=externalRequest')).toEqual([requested]);
    expect(await listIds(`?caseId=${caseId}`)).toEqual([byTask]);
    expect(await listIds(`?formId=${formId}&revision=1`)).toEqual([requested, first]);
    expect(await listIds(`?formId=${formId}&revision=2`)).toEqual([]);
    const { items } = await list();
    const [newest = '', , oldest = ''] = items.map(({ submittedAt }) => submittedAt);
    expect(await listIds(`?since=${newest}`)).toEqual([requested]);
    expect(await listIds(`?until=${newest}&since=${oldest}`)).toEqual([byTask, first]);
    const wrong = await practice.provider.call('GET', '/submissions?since=2026-02-30T10:00');
    expect([wrong.statusCode, json<{ fields: object }>(wrong).fields]).toEqual([
      400,
      { '/since': 'Bitte geben Sie einen Tag und eine Uhrzeit an, die es gibt.' },
    ]);
    const swapped = `/submissions?since=${newest}&until=${oldest}`;
    expect(json(await practice.provider.call('GET', swapped))).toMatchObject({
      reason: 'invalidInput',
      fields: { '/since': 'Der Beginn liegt nach dem Ende.' },
    });
  });

  it('Pages follow a cursor under a filter, each with the total', async () => {
    const ids = [await send('A'), await send('B'), await send('C')];
    const page = await list('?state=open&limit=2');
    expect(page).toMatchObject({ total: 3 });
    const next = await list(`?state=open&limit=2&cursor=${page.cursor ?? ''}`);
    expect(next).toMatchObject({ total: 3 });
    expect(next.cursor).toBeUndefined();
    expect([...page.items, ...next.items].map(({ submissionId }) => submissionId)).toEqual(
      ids.toReversed(),
    );
  });

  it('Staff mark a submission; what is left out stays, and a change is one event', async () => {
    const id = await send('Jana');
    const colleague = await addUser(server, [practice.accountId]);
    await practice.provider.call('PUT', `/staff/${colleague.id}`, { role: 'consultant' });
    expect(json(await mark(id, { assigneeId: colleague.id, note: 'Rückruf' }))).toMatchObject({
      state: 'open',
      note: 'Rückruf',
      assigneeId: colleague.id,
    });
    expect(json(await mark(id, { state: 'done' }))).toMatchObject({
      state: 'done',
      note: 'Rückruf',
    });
    await mark(id, { state: 'done', note: 'Rückruf' });
    expect(await listIds('?state=open')).toEqual([]);
    expect(await listIds(`?assigneeId=${colleague.id}&state=done`)).toEqual([id]);
    expect(json(await practice.provider.call('GET', `/submissions/${id}`))).toMatchObject({
      state: 'done',
      answers: [{ value: 'Jana' }, { value: 'car' }],
    });
    const { db } = server.deps;
    await numberEvents(db, practice.accountId);
    const events = await listProgramEvents(db, practice.accountId, { after: 0, limit: 50 });
    expect(
      events.filter(({ type }) => type === 'submission.changed').map(({ data }) => data),
    ).toEqual([
      { formId, submissionId: id },
      { formId, submissionId: id },
    ]);
  });

  it('A mark names a member of the staff, and at least one mark', async () => {
    const id = await send('Jana');
    const client = await mark(id, { assigneeId: practice.userId });
    expect([client.statusCode, json<{ fields: object }>(client).fields]).toEqual([
      400,
      { '/assigneeId': 'Diese Person arbeitet nicht in Ihrer Kanzlei.' },
    ]);
    expect((await mark(id, {})).statusCode).toBe(400);
    expect((await mark('nobody-has-this', { state: 'done' })).statusCode).toBe(404);
  });

  it('A total above its limit is null', async () => {
    const id = await send('Jana');
    const { db } = server.deps;
    const row = await db
      .selectFrom('submissions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const workflow = await db
      .selectFrom('workflows')
      .selectAll()
      .where('key', '=', row.workflowKey)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1_000 }, (_, index) => `copy-${index}-of-it`);
    for (let start = 0; start < copies.length; start += 100) {
      const some = copies.slice(start, start + 100);
      await db
        .insertInto('workflows')
        .values(some.map((key) => ({ ...workflow, key, idempotencyKey: null })))
        .execute();
      const submittedAt = new Date(Date.parse(row.submittedAt) - dayMs).toISOString();
      await db
        .insertInto('submissions')
        .values(some.map((key) => ({ ...row, id: key, workflowKey: key, submittedAt })))
        .execute();
    }
    expect((await list('?limit=1')).total).toBeNull();
    expect((await list(`?limit=1&since=${row.submittedAt}`)).total).toBe(1);
  });
});

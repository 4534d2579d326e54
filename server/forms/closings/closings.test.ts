import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClosingSettings, FormClosing } from '#schemas/forms/closings.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  json,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

type Form = { formId: string; processGuid: string; closing: FormClosing };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const definition = { title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] };
const text = { de: 'Die Frist ist **vorbei**.', en: 'The deadline has **passed**.' };
const neverCloses: FormClosing = {
  isClosed: false,
  closesAt: null,
  maxSubmissions: null,
  text: null,
  closedBy: null,
};

let server: TestServer;
let practice: Awaited<ReturnType<typeof startPractice>>;
const call = async <T>(method: Method, path: string, payload?: object): Promise<T> =>
  json<T>(await practice.provider.call(method, path, payload));

async function publish(): Promise<Form> {
  const { formId } = await call<Form>('POST', '/forms', { definition, visibility: 'public' });
  return call<Form>('POST', `/forms/${formId}/publish`);
}
const close = ({ formId }: Form, settings: ClosingSettings): Promise<Form> =>
  call<Form>('PUT', `/forms/${formId}/closing`, settings);
const read = async ({ formId }: Form): Promise<FormClosing> =>
  (await call<Form>('GET', `/forms/${formId}`)).closing;

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...webKeys, ...headers },
    payload,
  });
const openLink = ({ processGuid }: Form, idempotencyKey?: string) =>
  post(
    '/authenticate/adhoc/workflow',
    { key: processGuid },
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  );
const send = ({ workflowKey, headers }: Visitor, revision = 1) =>
  post(
    `/assistants/process?workflowKey=${workflowKey}`,
    {
      revision,
      language: 'de',
      answers: [{ elementId: 'a', type: 'input', value: 'x' }],
      statementHashes: {},
    },
    { ...headers, 'idempotency-key': `the-only-key-of-${workflowKey}` },
  );
const readStatus = async (response: Promise<{ statusCode: number }>) => (await response).statusCode;

describeOnEachDatabase('closing of a form', (open) => {
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  it('A new form never closes', async () => {
    const form = await publish();
    expect(form.closing).toEqual(neverCloses);
    expect(await read(form)).toEqual(neverCloses);
  });

  it('A form that is closed by hand says its text until it is opened again', async () => {
    const form = await publish();
    const closed = await close(form, { isClosed: true, text });
    expect(closed.closing).toEqual({ ...neverCloses, isClosed: true, text, closedBy: 'hand' });
    expect(await close(form, { isClosed: true, text })).toEqual(closed);
    const { items } = await call<{ items: Form[] }>('GET', '/forms');
    expect(items.map(({ closing }) => closing.closedBy)).toEqual(['hand']);
    const refused = await openLink(form);
    expect([refused.statusCode, json(refused)]).toMatchObject([
      410,
      { reason: 'formClosed', text },
    ]);
    expect((await close(form, {})).closing).toEqual(neverCloses);
    expect(await readStatus(openLink(form))).toBe(200);
  });

  it('A form closes at its instant, which is German winter time without an offset', async () => {
    const form = await publish();
    const { closing } = await close(form, { closesAt: '2026-11-21T10:00' });
    expect(closing).toMatchObject({ closesAt: '2026-11-21T09:00:00.000Z', closedBy: null });
    server.clock.forward(dayMs - 1);
    expect(await readStatus(openLink(form))).toBe(200);
    server.clock.forward(1);
    expect(await readStatus(openLink(form))).toBe(410);
    expect((await read(form)).closedBy).toBe('date');
  });

  it.each([
    { closesAt: '2026-02-30T10:00:00Z' },
    { closesAt: 'tomorrow' },
    { maxSubmissions: 0 },
    { maxSubmissions: 10_001 },
    { text: { en: 'Closed.' } },
    { closed: true },
  ])('The settings %j are refused', async (settings) => {
    const { formId } = await publish();
    const refused = await practice.provider.call('PUT', `/forms/${formId}/closing`, settings);
    expect([refused.statusCode, json(refused)['reason']]).toEqual([400, 'invalidInput']);
  });

  it('A visitor who has started can continue and send after the form is closed', async () => {
    const form = await publish();
    const visitor = await visit(server, form.processGuid);
    await close(form, { isClosed: true });
    const { workflowKey } = visitor;
    expect(await readStatus(post('/assistants/process/access', { workflowKey }))).toBe(200);
    expect(await readStatus(post('/authenticate/adhoc/workflow', { key: workflowKey }))).toBe(200);
    const sent = await send(visitor);
    expect([sent.statusCode, json(sent)['isFormOpen']]).toEqual([200, false]);
  });

  it('A retry of a start from before the closing gets the same workflow', async () => {
    const form = await publish();
    const started = json(await openLink(form, 'the-same-start-0001'));
    await close(form, { isClosed: true });
    const again = json(await openLink(form, 'the-same-start-0001'));
    expect(again['workflowKey']).toBe(started['workflowKey']);
    expect(await readStatus(openLink(form, 'another-start-00001'))).toBe(410);
  });

  it('The submissions of all revisions close a form', async () => {
    const form = await publish();
    expect(json(await send(await visit(server, form.processGuid)))['isFormOpen']).toBe(true);
    await close(form, { maxSubmissions: 2 });
    const title = 'Another title';
    await call('PUT', `/forms/${form.formId}`, { definition: { ...definition, title } });
    await call('POST', `/forms/${form.formId}/publish`);
    const last = await send(await visit(server, form.processGuid), 2);
    expect([last.statusCode, json(last)['isFormOpen']]).toEqual([200, false]);
    expect((await read(form)).closedBy).toBe('number');
    expect(await readStatus(openLink(form))).toBe(410);
    await close(form, { maxSubmissions: 3 });
    expect(await readStatus(openLink(form))).toBe(200);
  });

  it('Of two visitors at the last place, both had opened the form and one is refused', async () => {
    const form = await publish();
    await close(form, { maxSubmissions: 1 });
    const visitors = await Promise.all([1, 2, 3].map(() => visit(server, form.processGuid)));
    const [first, ...others] = visitors as [Visitor, Visitor, Visitor];
    expect(await readStatus(send(first))).toBe(200);
    const statuses = await Promise.all(others.map((visitor) => readStatus(send(visitor))));
    expect(statuses.toSorted()).toEqual([200, 410]);
    expect(await readStatus(send(first))).toBe(200); // a retry
    const refused = others[statuses.indexOf(410)] as Visitor;
    expect(json(await send(refused))['reason']).toBe('formClosed');
    await close(form, { maxSubmissions: 3 });
    expect(await readStatus(send(refused))).toBe(200);
  });

  it('A closed form is not offered, neither for feedback', async () => {
    const [service, feedback] = [await publish(), await publish()];
    await call('PUT', '/profile', {
      categories: [],
      feedbackFormId: feedback.formId,
      mainServiceFormId: service.formId,
    });
    type Shown = { assistants: { id: string }[]; feedbackUrl?: string | null };
    const listShown = async () => {
      const url = `/api/account/${practice.accountId}/publicinfo`;
      const page = json<Shown>(await server.app.inject({ url, headers: webKeys }));
      const { headers } = practice;
      const own = await server.app.inject({ url: '/api/v2.0/accounts', headers });
      const [account] = json<{ accounts: Shown[] }>(own).accounts;
      return [page, account]
        .map((shown) => shown?.assistants.map(({ id }) => id))
        .concat([account?.feedbackUrl ? ['feedback'] : []]);
    };
    expect(await listShown()).toEqual([[service.formId], [service.formId], ['feedback']]);
    for (const form of [service, feedback]) await close(form, { isClosed: true });
    expect(await listShown()).toEqual([[], [], []]);
  });

  it('Tasks and external requests of a closed form are answered and take no place', async () => {
    const form = await publish();
    await close(form, { isClosed: true, maxSubmissions: 1 });
    const { formId } = form;
    type Request = { externalRequestKey: string };
    const request = await call<Request>('POST', '/externalRequests', { formId });
    const found = await server.app.inject({
      url: `/api/e.consult.${practice.accountId}/externalRequestKey/${request.externalRequestKey}`,
      headers: webKeys,
    });
    const asked = await visit(server, json<{ workflowKey: string }>(found).workflowKey);
    expect(await readStatus(send(asked))).toBe(200);

    const userIds = [practice.userId];
    const { caseId } = await practice.provider.openCase({ header: 'Brandt', userIds });
    const task = await call<{ workflowId: string }>('POST', `/cases/${caseId}/tasks`, { formId });
    const answered = await post(
      `/e.consult.${practice.accountId}/assistants/process?workflowKey=${task.workflowId}`,
      { revision: 1, language: 'de', answers: [], statementHashes: {} },
      { ...practice.headers, 'idempotency-key': 'the-answer-of-a-task' },
    );
    expect(answered.statusCode).toBe(200);
    const { closing } = await close(form, { maxSubmissions: 1 });
    expect(closing.closedBy).toBeNull();
    expect(await readStatus(send(await visit(server, form.processGuid)))).toBe(200);
    expect((await read(form)).closedBy).toBe('number');
  });

  it('A closed form asks for no PIN, and a PIN that has opened it opens it again', async () => {
    const form = await publish();
    const { pin } = await call<{ pin: string }>('POST', `/forms/${form.formId}/pin`, {});
    const login = (password: string) =>
      post('/authenticate/adhoc/pin', { key: form.processGuid, password, attempt: 1 });
    const { workflowKey } = json(await login(pin));
    await close(form, { isClosed: true, text });
    expect(json(await openLink(form))).toMatchObject({ reason: 'formClosed', text });
    expect(json(await login(pin))['workflowKey']).toBe(workflowKey);
    server.clock.forward(60_000);
    const next = await call<{ pin: string }>('POST', `/forms/${form.formId}/pin`, {});
    expect(
      await readStatus(login(String((Number(next.pin) + 1) % 1_000_000).padStart(6, '0'))),
    ).toBe(401);
    expect(json(await login(next.pin))['reason']).toBe('formClosed');
  });
});

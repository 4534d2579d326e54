import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormVisibility } from '#schemas/forms/providerForms.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  hashStatements,
  json,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

type Form = { formId: string; processGuid: string; visibility: FormVisibility; url: string | null };

describeOnEachDatabase('visibility of a form', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const call = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
  ): Promise<T> => json<T>(await practice.provider.call(method, path, payload));

  async function publish(visibility?: FormVisibility): Promise<Form> {
    const definition = { title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] };
    const { formId } = await call<Form>('POST', '/forms', { definition, visibility });
    return call<Form>('POST', `/forms/${formId}/publish`);
  }
  const openLink = async ({ processGuid }: Form) =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: webKeys,
        payload: { key: processGuid },
      })
    ).statusCode;

  /** Lists the forms on the public page, and those that a client sees. */
  async function listShown(): Promise<string[][]> {
    const url = `/api/account/${practice.accountId}/publicinfo`;
    const page = await server.app.inject({ url, headers: webKeys });
    const own = await server.app.inject({ url: '/api/v2.0/accounts', headers: practice.headers });
    type Shown = { assistants: { id: string }[] };
    const [account] = json<{ accounts: Shown[] }>(own).accounts;
    return [json<Shown>(page), account].map((shown) => shown?.assistants.map(({ id }) => id) ?? []);
  }

  it('A new form is unlisted: it opens by its link and is on no page', async () => {
    const form = await publish();
    expect(form.visibility).toBe('unlisted');
    expect([await openLink(form), await listShown()]).toEqual([200, [[], []]]);
  });

  it('Forms are listed by state and visibility, with their total', async () => {
    const internal = await publish('internal');
    await publish('public');
    await call('POST', `/forms/${(await publish('internal')).formId}/withdraw`);
    type Listed = { items: Form[]; total: number };
    expect((await call<Listed>('GET', '/forms?limit=1')).total).toBe(3);
    const { items, total } = await call<Listed>(
      'GET',
      '/forms?visibility=internal&state=published',
    );
    expect([items.map(({ formId }) => formId), total]).toEqual([[internal.formId], 1]);
  });

  it('A public form is on the public page and at the client’s account', async () => {
    const form = await publish('public');
    expect([await openLink(form), await listShown()]).toEqual([
      200,
      [[form.formId], [form.formId]],
    ]);
  });

  it('An internal form has no link and takes tasks and external requests', async () => {
    const form = await publish('internal');
    expect([form.url, await openLink(form), await listShown()]).toEqual([null, 404, [[], []]]);
    const { formId } = form;
    const { caseId } = await practice.provider.openCase({
      header: 'Brandt',
      userIds: [practice.userId],
    });
    const task = await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId });
    expect(task.statusCode).toBe(200);
    const { workflowId } = json<{ workflowId: string }>(task);
    const opened = await server.app.inject({
      url: `/api/e.consult.${practice.accountId}/assistants/process` + `?workflowKey=${workflowId}`,
      headers: practice.headers,
    });
    expect(opened.statusCode).toBe(200);
    const request = await call<{ externalRequestKey: string }>('POST', '/externalRequests', {
      formId,
    });
    const found = await server.app.inject({
      url: `/api/e.consult.${practice.accountId}/externalRequestKey/${request.externalRequestKey}`,
      headers: webKeys,
    });
    expect(found.statusCode).toBe(200);
  });

  it('A change of the visibility is effective at once', async () => {
    const form = await publish('public');
    const path = `/forms/${form.formId}/visibility`;
    const internal = await call<Form>('PUT', path, { visibility: 'internal' });
    expect([internal.visibility, internal.url, await openLink(form)]).toEqual([
      'internal',
      null,
      404,
    ]);
    await call('PUT', path, { visibility: 'unlisted' });
    expect([await openLink(form), await listShown()]).toEqual([200, [[], []]]);
  });

  it.each([
    ['unlisted', true],
    ['internal', false],
  ] as const)(
    'The success page offers a form that is %s by then: %s',
    async (visibility, shown) => {
      const form = await publish('public');
      const visitor = await visit(server, form.processGuid);
      await call('PUT', `/forms/${form.formId}/visibility`, { visibility });
      const sent = await server.app.inject({
        method: 'POST',
        url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
        headers: { ...visitor.headers, 'idempotency-key': 'the-first-one-0001' },
        payload: {
          revision: 1,
          language: 'de',
          answers: [{ elementId: 'a', type: 'input', value: 'x' }],
          statementHashes: await hashStatements(server, visitor),
        },
      });
      expect([sent.statusCode, json(sent)['isFormOpen']]).toEqual([200, shown]);
    },
  );

  it('The form for feedback may be unlisted and is no service', async () => {
    const form = await publish('unlisted');
    await call('PUT', '/profile', {
      categories: [],
      feedbackFormId: form.formId,
      mainServiceFormId: null,
    });
    const own = await server.app.inject({ url: '/api/v2.0/accounts', headers: practice.headers });
    const [account] = json<{ accounts: { feedbackUrl: string }[] }>(own).accounts;
    expect(account?.feedbackUrl).toContain(form.processGuid);
  });

  it('The same Idempotency-Key with another visibility is a conflict', async () => {
    const definition = { title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] };
    const send = (visibility: FormVisibility) =>
      server.app.inject({
        method: 'POST',
        url: '/provider/v1/forms',
        headers: { 'x-api-key': practice.apiKey, 'idempotency-key': 'the-same-form-0001' },
        payload: { definition, visibility },
      });
    const statuses = [await send('public'), await send('public'), await send('internal')];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409]);
  });
});

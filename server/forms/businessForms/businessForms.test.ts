import { dayMs } from '#schemas/platform/time.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  BusinessForm,
  BusinessFormDetail,
  FormPreview,
} from '#schemas/forms/businessForms.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { figureLimits } from '#server/forms/limits.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { assigner } from '#server/testing/testTasks.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: { de: 'Unfall melden', en: 'Report an accident' },
  pages: [
    {
      id: 'you',
      title: 'Zu Ihnen',
      formElements: [
        { id: 'name', type: 'input', label: 'Name' },
        { id: 'hurt', type: 'checkbox', label: 'Verletzt' },
      ],
    },
    {
      id: 'injury',
      title: { de: 'Verletzung', en: 'Injury' },
      visibleWhen: { element: 'hurt', equals: true },
      formElements: [{ id: 'where', type: 'input', label: 'Wo?' }],
    },
    {
      id: 'car',
      title: 'Ihr Auto',
      formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
    },
  ],
};
const shortForm = (title: string): FormDefinition => ({
  title,
  formElements: [{ id: 'name', type: 'input', label: 'Name' }],
});

describeOnEachDatabase('the forms of an account', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    headers = await addStaff(practice.accountId, practice.apiKey);
  });
  afterEach(() => server.close());

  async function addStaff(accountId: string, apiKey: string) {
    const { id } = await addUser(server, [accountId]);
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/staff/${id}`,
      headers: { 'x-api-key': apiKey },
      payload: { role: 'external' },
    });
    return signIn(server, id);
  }
  const get = (path = '', by = headers) =>
    server.app.inject({
      url: `/api/v2.0/e.consult.${practice.accountId}/business/forms${path}`,
      headers: by,
    });
  const list = async () =>
    json<{ weeks: string[]; items: BusinessForm[]; cursor?: string }>(await get());
  const read = async (formId: string, query = '') =>
    json<BusinessFormDetail>(await get(`/${formId}${query}`));
  const comeTo = (workflowKey: string, page: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/pages',
      headers: webKeys,
      payload: { workflowKey, page },
    });
  const send = async (processGuid: string, visitor = visit(server, processGuid), revision = 1) => {
    const { workflowKey, headers: by } = await visitor;
    return server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers: by,
      payload: { revision, language: 'de', answers: [] },
    });
  };
  const figures = async (formId: string, query = '') => {
    const { begun, pages, reviewed, sent } = (await read(formId, query)).figures ?? {
      begun: NaN,
      pages: [],
      reviewed: null,
      sent: NaN,
    };
    return [begun, ...pages.map(({ reached }) => reached), reviewed, sent];
  };

  it('The forms are listed for staff, newest first, with their state', async () => {
    const { formId, processGuid } = await publish(server, practice.apiKey, definition);
    server.clock.forward(1_000);
    const { formId: draftId } = json<{ formId: string }>(
      await practice.provider.call('POST', '/forms', { definition: shortForm('Entwurf') }),
    );
    const { items } = await list();
    expect(items).toEqual([
      {
        formId: draftId,
        title: 'Entwurf',
        state: 'draft',
        revision: null,
        publishedAt: null,
        isDraftNewer: false,
        isPinProtected: false,
        isClosed: false,
        url: null,
        submissions: Array(figureLimits.weeks).fill(0),
      },
      {
        formId,
        title: definition.title,
        state: 'published',
        revision: 1,
        publishedAt: '2026-11-20T09:00:00.000Z',
        isDraftNewer: false,
        isPinProtected: false,
        isClosed: false,
        url: `${server.deps.config.publicUrl}/externalform/${processGuid}`,
        submissions: Array(figureLimits.weeks).fill(0),
      },
    ]);
    await practice.provider.call('PUT', `/forms/${formId}`, {
      definition: shortForm('Neuer Name'),
    });
    await practice.provider.call('POST', `/forms/${formId}/pin`, {});
    expect((await list()).items[1]).toMatchObject({
      title: definition.title,
      isDraftNewer: true,
      isPinProtected: true,
    });
    await practice.provider.call('PUT', `/forms/${formId}/closing`, { isClosed: true });
    expect((await list()).items[1]?.isClosed).toBe(true);
    await practice.provider.call('POST', `/forms/${formId}/publish`);
    await practice.provider.call('POST', `/forms/${formId}/withdraw`);
    expect((await list()).items[1]).toMatchObject({
      title: 'Neuer Name',
      isDraftNewer: false,
      state: 'withdrawn',
      revision: 2,
      url: null,
    });
  });

  it('The forms are listed in pages', async () => {
    for (const title of ['A', 'B', 'C']) await publish(server, practice.apiKey, shortForm(title));
    const first = json<{ items: BusinessForm[]; cursor: string }>(await get('?limit=2'));
    const second = json<{ items: BusinessForm[]; cursor?: string }>(
      await get(`?limit=2&cursor=${first.cursor}`),
    );
    expect([...first.items, ...second.items].map(({ title }) => title).sort()).toEqual([
      'A',
      'B',
      'C',
    ]);
    expect(second.cursor).toBeUndefined();
  });

  it('The forms are unknown to clients and to other accounts’ staff', async () => {
    const { formId } = await publish(server, practice.apiKey, definition);
    const stranger = await addAccount(server, { name: 'Andere Kanzlei' });
    for (const by of [practice.headers, await addStaff(stranger.accountId, stranger.apiKey)]) {
      for (const path of ['', `/${formId}`, `/${formId}/preview`])
        expect((await get(path, by)).statusCode).toBe(404);
    }
    const foreign = await publish(server, stranger.apiKey, definition);
    for (const path of [
      `/${foreign.formId}`,
      `/${foreign.formId}/preview`,
      `/${formId}?revision=2`,
    ])
      expect((await get(path)).statusCode).toBe(404);
  });

  it('The forms count their submissions per week in German time', async () => {
    const { formId, processGuid } = await publish(server, practice.apiKey, shortForm('Rückruf'));
    await publish(server, practice.apiKey, shortForm('Anderes'));
    for (const submittedAt of [
      '2026-08-30T21:59:59.999Z',
      '2026-08-30T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T12:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
    ]) {
      const visitor = await visit(server, processGuid);
      await send(processGuid, Promise.resolve(visitor));
      await server.deps.db
        .updateTable('submissions')
        .set({ submittedAt })
        .where('workflowKey', '=', visitor.workflowKey)
        .execute();
    }
    const { weeks, items } = await list();
    expect([weeks[0], weeks.at(-1)]).toEqual(['2026-08-31', '2026-11-16']);
    expect(items.find((form) => form.formId === formId)?.submissions).toEqual([
      1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 1,
    ]);
    expect(items.find((form) => form.formId !== formId)?.submissions).toEqual(Array(12).fill(0));
  });

  describe('the visits of a form', () => {
    let form: { formId: string; processGuid: string };
    beforeEach(async () => {
      form = await publish(server, practice.apiKey, definition);
    });

    it('Each page counts once per visit, and a preview counts nothing', async () => {
      const [looking, typing, giving] = [
        await visit(server, form.processGuid),
        await visit(server, form.processGuid),
        await visit(server, form.processGuid),
      ];
      expect(looking.workflowKey).not.toBe('');
      expect(json(await comeTo(typing.workflowKey, 'you'))).toEqual({ isCounted: true });
      expect(json(await comeTo(typing.workflowKey, 'you'))).toEqual({ isCounted: false });
      for (const page of ['you', 'injury', 'car', 'you', 'check-answers', 'car'])
        await comeTo(giving.workflowKey, page);
      expect(await figures(form.formId)).toEqual([2, 2, 1, 1, 1, 0]);
      await Promise.all(Array.from({ length: 4 }, () => comeTo(typing.workflowKey, 'car')));
      expect(await figures(form.formId)).toEqual([2, 2, 1, 2, 1, 0]);
    });

    it('A submission counts the pages that an offline visitor could not report', async () => {
      const visitor = await visit(server, form.processGuid);
      await comeTo(visitor.workflowKey, 'you');
      expect((await send(form.processGuid, Promise.resolve(visitor))).statusCode).toBe(200);
      await send(form.processGuid);
      expect(await figures(form.formId)).toEqual([2, 2, 0, 2, 2, 2]);
      expect((await comeTo(visitor.workflowKey, 'car')).statusCode).toBe(409);
    });

    it('The visits are counted per revision', async () => {
      await comeTo((await visit(server, form.processGuid)).workflowKey, 'you');
      await practice.provider.call('PUT', `/forms/${form.formId}`, {
        definition: shortForm('Kurz'),
      });
      await practice.provider.call('POST', `/forms/${form.formId}/publish`);
      await send(form.processGuid, undefined, 2);
      expect((await read(form.formId)).revisions.map(({ number }) => number)).toEqual([2, 1]);
      expect(await figures(form.formId)).toEqual([1, 1, null, 1]);
      expect(await figures(form.formId, '?revision=1')).toEqual([1, 1, 0, 0, 0, 0]);
    });

    it('A client who answers a task is not counted', async () => {
      const { caseId } = await practice.provider.openCase({
        header: 'Brandt',
        userIds: [practice.userId],
      });
      const { assign, formId } = await assigner(server, practice, definition);
      const { workflowId } = await assign(caseId);
      expect((await comeTo(workflowId, 'you')).statusCode).toBe(404);
      expect(await figures(formId)).toEqual([0, 0, 0, 0, 0, 0]);
    });

    it('Unknown pages and visits are not counted', async () => {
      const { workflowKey } = await visit(server, form.processGuid);
      expect([
        (await comeTo(workflowKey, 'nowhere')).statusCode,
        (await comeTo('A1b2C3d4E5f6G7h8', 'you')).statusCode,
      ]).toEqual([400, 404]);
      const { processGuid } = await publish(server, practice.apiKey, shortForm('Kurz'));
      expect(
        (await comeTo((await visit(server, processGuid)).workflowKey, 'check-answers')).statusCode,
      ).toBe(400);
    });

    it('The visits are kept for the weeks that are shown', async () => {
      await comeTo((await visit(server, form.processGuid)).workflowKey, 'you');
      server.clock.forward(11 * 7 * dayMs);
      await housekeep(server.deps);
      headers = await addStaff(practice.accountId, practice.apiKey); // the session has expired
      expect(await figures(form.formId)).toEqual([1, 1, 0, 0, 0, 0]);
      server.clock.forward(7 * dayMs);
      await housekeep(server.deps);
      expect(await server.deps.db.selectFrom('formSteps').selectAll().execute()).toEqual([]);
    });

    it('The visits contain no trace of the visitor', async () => {
      const { workflowKey } = await visit(server, form.processGuid);
      await comeTo(workflowKey, 'car');
      expect(
        await server.deps.db.selectFrom('formSteps').selectAll().orderBy('step').execute(),
      ).toEqual(
        ['begun', 'page:car'].map((step) => ({
          formId: form.formId,
          revision: 1,
          day: '2026-11-20',
          step,
          count: 1,
        })),
      );
      expect(
        JSON.stringify(await server.deps.db.selectFrom('attemptCounters').selectAll().execute()),
      ).not.toContain(workflowKey);
    });
  });

  it('The form can be tried out without starting a workflow', async () => {
    const { formId } = await publish(server, practice.apiKey, definition);
    const preview = json<FormPreview>(await get(`/${formId}/preview`));
    expect(preview).toMatchObject({
      revision: 1,
      formElement: { title: definition.title, pages: definition.pages },
      theme: { primaryColor: '#7d1f3f' },
      showAgb: false,
    });
    expect((await server.app.inject({ url: preview.validatorUrl })).statusCode).toBe(200);
    expect(await server.deps.db.selectFrom('workflows').selectAll().execute()).toEqual([]);
    const { formId: draftId } = json<{ formId: string }>(
      await practice.provider.call('POST', '/forms', { definition }),
    );
    expect((await get(`/${draftId}/preview`)).statusCode).toBe(404);
    expect((await read(draftId)).figures).toBeNull();
  });

  it('The form has a link and is on the account’s page, unless that is elsewhere', async () => {
    const { formId } = await publish(server, practice.apiKey, definition);
    const { publicUrl } = server.deps.config;
    expect((await read(formId)).publicPages).toEqual([
      `${publicUrl}/proudly-presents/${practice.accountId}`,
      `${publicUrl}/page/${practice.accountId}`,
    ]);
    await practice.provider.call('PUT', '/returnHosts', { hosts: ['kanzlei.example'] });
    await practice.provider.call('PUT', '/pages', {
      isDashboardDisabled: false,
      publicPageElsewhere: 'https://kanzlei.example/',
    });
    expect((await read(formId)).publicPages).toEqual([]);
  });
});

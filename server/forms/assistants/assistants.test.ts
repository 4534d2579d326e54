import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { hashOfText } from '#server/db/hash.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  webKeys,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: { de: 'Unfall melden', en: 'Report an accident' },
  showAgb: true,
  resultText: 'Danke!',
  returnUrl: 'https://kanzlei.example/danke',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'injured', type: 'checkbox', label: 'Verletzt?' },
    {
      id: 'who',
      type: 'input',
      label: 'Wer?',
      required: true,
      visibleWhen: { element: 'injured', equals: true },
    },
    { id: 'damage', type: 'number', label: 'Schaden', min: 0 },
    { id: 'photos', type: 'file', label: 'Fotos', maxSizeMb: 1, extensions: ['jpg', 'pdf'] },
  ],
};

type Given = Record<string, unknown>;
const getType = (id: string) =>
  definition.formElements?.find((element) => element.id === id)?.type ?? 'input';
const buildAnswers = (given: Given) =>
  Object.entries(given).map(([elementId, value]) => ({
    elementId,
    type: getType(elementId),
    value,
  }));

describeOnEachDatabase('a form', (open) => {
  let server: TestServer;
  let apiKey: string;
  let form: { formId: string; processGuid: string };
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ apiKey } = await addAccount(server, { terms: '# AGB' }));
    form = await publish(server, apiKey, definition);
    visitor = await visit(server, form.processGuid);
  });
  afterEach(() => server.close());

  const submit = (given: Given, options: { key?: string; body?: Given; language?: string } = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: {
        ...visitor.headers,
        'idempotency-key': options.key ?? 'one',
        'accept-language': options.language ?? 'de',
      },
      payload: {
        revision: 1,
        language: 'de',
        agbAccepted: true,
        statementHashes: { agb: hashOfText('# AGB') },
        answers: buildAnswers(given),
        ...options.body,
      },
    });
  const loadFields = async (given: Given, options = {}) =>
    json<{ fields: Record<string, string> }>(await submit(given, options)).fields;
  const provider = async <T>(url: string) =>
    json<T>(
      await server.app.inject({ url: `/provider/v1/${url}`, headers: { 'x-api-key': apiKey } }),
    );
  const submissions = () => provider<{ items: { submissionId: string }[] }>('submissions');
  const fileAnswer = (file: {
    fileuploadId: string;
    fileName: string;
    fileExtension: string;
    size: number;
  }) => ({
    entityId: file.fileuploadId,
    name: file.fileName,
    extension: file.fileExtension,
    size: file.size,
  });
  const photo = Buffer.from('\xff\xd8\xff bytes of a photo', 'latin1');
  const uploaded = async (name = 'unfall.jpg', content = photo) => {
    const answer = await upload(server, visitor, {
      name,
      content,
      elementId: 'photos',
      idempotencyKey: name,
    });
    return json<{ files: [Parameters<typeof fileAnswer>[0]] }>(answer).files[0];
  };

  it('A submitted form reaches the provider with its file and answers unchanged', async () => {
    const file = await uploaded();
    const given = {
      name: 'Jonas Wieland',
      injured: true,
      who: 'ich',
      damage: 6482.17,
      photos: [fileAnswer(file)],
    };
    const sent = await submit(given);
    expect(sent.statusCode).toBe(200);
    expect(json(sent)).toMatchObject({
      resultText: 'Danke!',
      returnUrl: 'https://kanzlei.example/danke',
    });

    const [{ submissionId } = { submissionId: '' }] = (await submissions()).items;
    const detail = await provider<SubmissionDetail>(`submissions/${submissionId}`);
    expect(detail).toMatchObject({
      formId: form.formId,
      revision: 1,
      language: 'de',
      agbAccepted: true,
      datenschutzAccepted: false,
    });
    expect(detail.answers).toEqual(buildAnswers(given));
    const bytes = await server.app.inject({
      url: `/provider/v1/submissions/${submissionId}/files/${detail.files[0]?.fileuploadId}`,
      headers: { 'x-api-key': apiKey },
    });
    expect(bytes.rawPayload).toEqual(photo);
    expect(bytes.headers['content-disposition']).toBe(
      'attachment; filename="unfall.jpg"; filename*=UTF-8\'\'unfall.jpg',
    );
  });

  it('A visitor’s form contains everything the page needs', async () => {
    const answer = await server.app.inject({
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
    });
    expect(json(answer)).toMatchObject({
      revision: 1,
      accountName: 'Kanzlei Test',
      showAgb: true,
      showDatenschutz: false,
      headerLogoUrl: null,
      formElement: { title: definition.title, formElements: definition.formElements },
      theme: { primaryColor: '#7d1f3f' },
      metaData: { validatorUrl: expect.stringMatching(/^\/validators\/[0-9a-f]{32}\.js$/) },
    });
    const { metaData } = json<{ metaData: { validatorUrl: string } }>(answer);
    const module = await server.app.inject(metaData.validatorUrl);
    expect(module.headers['content-type']).toContain('text/javascript');
    expect(module.body).toContain('export function createValidators');
  });

  describe('refused answers', () => {
    it('Wrong answers are refused, each at its place and in the visitor’s language', async () => {
      expect(await loadFields({ damage: 'viel' })).toEqual({
        '/answers/1/value': '„Name“ fehlt noch.',
        '/answers/0/value': 'Geben Sie eine Zahl ein, zum Beispiel 1250,50.',
      });
      expect(await loadFields({}, { language: 'en' })).toEqual({
        '/answers/0/value': '“Name” is still missing.',
      });
    });

    it('A refusal names the broken rule, so that the page can translate it', async () => {
      expect(json(await submit({ name: 'Jonas', damage: -1 }))['rules']).toEqual({
        '/answers/1/value': {
          elementId: 'damage',
          address: 'damage',
          rule: 'minimum',
          params: { comparison: '>=', limit: 0 },
        },
      });
    });

    it('Terms that were not accepted are refused', async () => {
      expect(await loadFields({ name: 'Jonas' }, { body: { agbAccepted: false } })).toEqual({
        '/agbAccepted': 'Setzen Sie hier ein Häkchen.',
      });
    });

    it('Answers to no element, of another type or given twice are refused', async () => {
      expect(Object.keys(await loadFields({ stranger: 1 }))).toEqual(['/answers/0/elementId']);
      expect(
        Object.keys(
          await loadFields(
            {},
            { body: { answers: [{ elementId: 'name', type: 'file', value: 'x' }] } },
          ),
        ),
      ).toEqual(['/answers/0/type']);
      const twice = { elementId: 'name', type: 'input', value: 'Jonas' };
      expect(Object.keys(await loadFields({}, { body: { answers: [twice, twice] } }))).toEqual([
        '/answers/1/elementId',
      ]);
    });

    it('Fields that the contract does not know are refused', async () => {
      expect(await loadFields({ name: 'Jonas' }, { body: { userId: 'me' } })).toEqual({
        '/userId': 'Dieses Feld kennen wir nicht.',
      });
    });

    it('Files that are not this workflow’s uploads for the element are refused', async () => {
      const file = fileAnswer(await uploaded());
      visitor = await visit(server, form.processGuid);
      expect(Object.keys(await loadFields({ name: 'Jonas', photos: [file] }))).toEqual([
        '/answers/1/value/0',
      ]);
      const own = fileAnswer(await uploaded('own.jpg'));
      expect(Object.keys(await loadFields({ name: 'Jonas', photos: [own, own] }))).toEqual([
        '/answers/1/value/1',
      ]);
      for (const other of [{ name: 'other.jpg' }, { size: own.size + 1 }])
        expect(await loadFields({ name: 'Jonas', photos: [{ ...own, ...other }] })).toEqual({
          [`/answers/1/value/0/${Object.keys(other)[0]}`]: expect.stringContaining('passt nicht'),
        });
    });

    it('A file needs no size, but its id, name and extension', async () => {
      const { size: _, ...own } = fileAnswer(await uploaded());
      const { name: _name, ...nameless } = own;
      expect(await loadFields({ name: 'Jonas', photos: [nameless] })).toEqual({
        '/answers/1/value/0': 'Zu jeder Datei gehören die Angaben entityId, name und extension.',
      });
      expect((await submit({ name: 'Jonas', photos: [own] })).statusCode).toBe(200);
    });

    it('Answers to another revision are refused', async () => {
      expect((await submit({ name: 'Jonas' }, { body: { revision: 2 } })).statusCode).toBe(409);
    });
  });

  it('Answers to hidden elements are dropped without an error', async () => {
    expect((await submit({ name: 'Jonas', who: 42 })).statusCode).toBe(200);
    const [{ submissionId } = { submissionId: '' }] = (await submissions()).items;
    expect((await provider<SubmissionDetail>(`submissions/${submissionId}`)).answers).toEqual(
      buildAnswers({ name: 'Jonas' }),
    );
  });

  it('A form is submitted once, however often it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit({ name: 'Jonas' })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await submissions()).items).toHaveLength(1);
  });

  it('A workflow stays on its revision while a new one is published', async () => {
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/forms/${form.formId}`,
      headers: { 'x-api-key': apiKey },
      payload: {
        definition: {
          ...definition,
          formElements: [{ id: 'other', type: 'input', label: 'Neu', required: true }],
        },
      },
    });
    await server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${form.formId}/publish`,
      headers: { 'x-api-key': apiKey },
    });
    const sent = await submit({ name: 'Jonas' });
    expect(
      (await provider<SubmissionDetail>(`submissions/${json(sent)['submissionId'] as string}`))
        .formElement,
    ).toEqual({ title: definition.title, formElements: definition.formElements });
    const next = await visit(server, form.processGuid);
    const shown = await server.app.inject({
      url: `/api/assistants/process?workflowKey=${next.workflowKey}`,
      headers: next.headers,
    });
    expect(json(shown)['revision']).toBe(2);
  });

  it('A withdrawn form cannot be opened, but a started workflow can be sent', async () => {
    await server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${form.formId}/withdraw`,
      headers: { 'x-api-key': apiKey },
    });
    const opened = await server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/workflow',
      headers: webKeys,
      payload: { key: form.processGuid },
    });
    expect(opened.statusCode).toBe(404);
    expect((await submit({ name: 'Jonas' })).statusCode).toBe(200);
  });

  it('A visitor returns with the workflow’s key after the token has expired', async () => {
    server.clock.forward(16 * 60_000);
    expect((await submit({ name: 'Jonas' })).statusCode).toBe(401);
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey: visitor.workflowKey },
    });
    visitor = {
      ...visitor,
      headers: {
        ...visitor.headers,
        authorization: `Bearer ${json(again)['accessToken'] as string}`,
      },
    };
    expect((await submit({ name: 'Jonas' })).statusCode).toBe(200);
  });

  describe('start with an Idempotency-Key', () => {
    const key = 'a-random-key-made-for-one-action';
    const start = async (idempotencyKey: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: { ...webKeys, 'idempotency-key': idempotencyKey },
        payload: { key: form.processGuid },
      });
    const workflowKey = (answer: Awaited<ReturnType<typeof start>>) =>
      json<{ workflowKey: string }>(answer).workflowKey;

    it('A retry gets the same workflow, also when sent concurrently', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => start(key)));
      expect(new Set(answers.map(workflowKey)).size).toBe(1);
      expect(workflowKey(await start('another-key-for-another-action'))).not.toBe(
        workflowKey(await start(key)),
      );
    });

    it('A later retry, or one after the submission, starts a new workflow', async () => {
      const first = await start(key);
      const { accessToken } = json<{ accessToken: string }>(first);
      visitor = {
        workflowKey: workflowKey(first),
        headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
      };
      expect((await submit({ name: 'Jonas' })).statusCode).toBe(200);
      const second = workflowKey(await start(key));
      server.clock.forward(11 * 60_000);
      const third = workflowKey(await start(key));
      expect(new Set([workflowKey(first), second, third]).size).toBe(3);
      expect(workflowKey(await start(key))).toBe(third);
    });

    it('A start with a guessable key is refused', async () => {
      expect((await start('1')).statusCode).toBe(400);
    });
  });

  it('A token of another workflow does not open the form', async () => {
    const other = await visit(server, form.processGuid);
    const answer = await server.app.inject({
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: other.headers,
    });
    expect(answer.statusCode).toBe(404);
  });
});

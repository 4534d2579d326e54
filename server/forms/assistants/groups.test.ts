import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: 'Schäden',
  formElements: [
    {
      id: 'items',
      type: 'group',
      label: 'Posten',
      min: 0,
      max: 3,
      formElements: [
        { id: 'what', type: 'input', label: 'Was?', required: true },
        { id: 'price', type: 'number', label: 'Preis', min: 0 },
        {
          id: 'why',
          type: 'input',
          label: 'Warum so viel?',
          requiredWhen: { element: 'price', greater: 100 },
        },
        { id: 'receipt', type: 'file', label: 'Beleg', maxFiles: 1, extensions: ['pdf'] },
      ],
    },
    { id: 'total', type: 'computed', label: 'Summe', formula: { sum: ['items.price'] } },
  ],
};

describeOnEachDatabase('a form with rows', (open) => {
  let server: TestServer;
  let apiKey: string;
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ apiKey } = await addAccount(server));
    visitor = await visit(server, (await publish(server, apiKey, definition)).processGuid);
  });
  afterEach(() => server.close());

  const submit = (items: unknown, more: object[] = []) =>
    server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'items', type: 'group', value: items }, ...more],
      },
    });
  const loadFields = async (items: unknown) =>
    Object.keys(json<{ fields: Record<string, string> }>(await submit(items)).fields);
  async function receipt(name: string) {
    const sent = await upload(server, visitor, {
      name,
      content: Buffer.from(`%PDF ${name}`),
      elementId: 'receipt',
      idempotencyKey: name,
    });
    const [file] = json<{
      files: [{ fileuploadId: string; fileName: string; fileExtension: string; size: number }];
    }>(sent).files;
    return {
      entityId: file.fileuploadId,
      name: file.fileName,
      extension: file.fileExtension,
      size: file.size,
    };
  }

  it('Each row keeps its file, and the server computes the total', async () => {
    const items = [
      { what: 'Tür', price: 80, receipt: [await receipt('a.pdf')] },
      { what: 'Lack', price: 120.5, why: 'Sonderfarbe', receipt: [await receipt('b.pdf')] },
    ];
    const sent = await submit(items, [{ elementId: 'total', type: 'computed', value: 1 }]);
    expect(sent.statusCode).toBe(200);
    const detail = json<SubmissionDetail>(
      await server.app.inject({
        url: `/provider/v1/submissions/${json(sent)['submissionId'] as string}`,
        headers: { 'x-api-key': apiKey },
      }),
    );
    expect(detail.answers).toEqual([
      { elementId: 'items', type: 'group', value: items },
      { elementId: 'total', type: 'computed', value: 200.5 },
    ]);
    expect(detail.files.map(({ fileName }) => fileName).sort()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('Typed text in a row is stored without characters that have no glyph', async () => {
    expect(await loadFields([{ what: '\u200B\u2800' }])).toEqual(['/answers/0/value/0/what']);
    const sent = await submit([{ what: ' Tu\u0308r\u200B\u00A0links' }]);
    const detail = json<SubmissionDetail>(
      await server.app.inject({
        url: `/provider/v1/submissions/${json(sent)['submissionId'] as string}`,
        headers: { 'x-api-key': apiKey },
      }),
    );
    expect(detail.answers[0]?.value).toEqual([{ what: 'Tür links' }]);
  });

  it('An error names the row it is in', async () => {
    expect(
      await loadFields([{ what: 'Tür' }, { price: -1 }, { what: 'Lack', price: 101 }]),
    ).toEqual(['/answers/0/value/1/what', '/answers/0/value/1/price', '/answers/0/value/2/why']);
  });

  it.each([
    ['no list', 'viel', '/answers/0/value'],
    [
      'too many rows',
      [{ what: 'a' }, { what: 'b' }, { what: 'c' }, { what: 'd' }],
      '/answers/0/value',
    ],
    ['a row that is none', [['a']], '/answers/0/value/0'],
    ['something nobody asked for', [{ what: 'a', stranger: 1 }], '/answers/0/value/0'],
  ])('Rows with %s are refused', async (_, items, pointer) =>
    expect(await loadFields(items)).toContain(pointer),
  );

  it('One file in two rows is refused', async () => {
    const file = await receipt('a.pdf');
    expect(
      await loadFields([
        { what: 'a', receipt: [file] },
        { what: 'b', receipt: [file] },
      ]),
    ).toEqual(['/answers/0/value/1/receipt/0']);
  });

  it('The upload limit covers the files of every row', async () => {
    const sent = [];
    for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'])
      sent.push(await receipt(name));
    expect(new Set(sent.map(({ entityId }) => entityId)).size).toBe(6);
    const seventh = await upload(server, visitor, {
      name: '7.pdf',
      content: Buffer.from('%PDF 7'),
      elementId: 'receipt',
      idempotencyKey: '7.pdf',
    });
    expect(json(seventh)).toMatchObject({ reason: 'uploadLimit' });
  });
});

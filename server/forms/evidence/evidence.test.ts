import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Evidence, ShownItem } from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  hashStatements,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';
import { verifyEvidence, verifyFile } from '#tools/evidence/verify.ts';

const definition: FormDefinition = {
  title: { de: 'Unfall melden', en: 'Report an accident' },
  assistantNotice: 'Bitte **sofort** melden.',
  showAgb: true,
  showDatenschutz: true,
  pages: [
    {
      id: 'you',
      title: { de: 'Über Sie', en: 'About you' },
      formElements: [
        {
          id: 'name',
          type: 'input',
          label: { de: 'Ihr Name', en: 'Your name' },
          help: 'Wie im Ausweis',
          required: true,
        },
        { id: 'injured', type: 'checkbox', label: 'Verletzt?' },
        {
          id: 'doctor',
          type: 'input',
          label: 'Welcher Arzt?',
          visibleWhen: { element: 'injured', equals: true },
        },
      ],
    },
    {
      id: 'damage',
      title: 'Schaden',
      formElements: [
        {
          id: 'items',
          type: 'group',
          label: 'Gegenstände',
          rowLabel: 'Gegenstand',
          min: 1,
          max: 5,
          formElements: [
            { id: 'what', type: 'input', label: 'Was?' },
            { id: 'price', type: 'number', label: 'Preis', unit: '€' },
          ],
        },
        {
          id: 'total',
          type: 'computed',
          label: 'Summe',
          decimals: 2,
          unit: '€',
          formula: { sum: ['items.price'] },
        },
        { id: 'papers', type: 'file', label: 'Belege' },
      ],
    },
  ],
};

const bill = Buffer.from('%PDF Rechnung');

describeOnEachDatabase('evidence', (open) => {
  let server: TestServer;
  let apiKey: string;
  let processGuid: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ apiKey } = await addAccount(server, {
      terms: '# Bedingungen',
      privacy: '# Datenschutz für Müller & Söhne',
    }));
    ({ processGuid } = await publish(server, apiKey, definition));
  });
  afterEach(() => server.close());

  async function sendAs(
    visitor: Visitor,
    statementHashes: StatementHashes,
    { name = 'Jörg Müller', language = 'de' }: { name?: string; language?: string } = {},
  ) {
    server.clock.forward(60_000);
    const {
      files: [file],
    } = json<{
      files: [{ fileuploadId: string; fileName: string; fileExtension: string; size: number }];
    }>(await upload(server, visitor, { name: 'rechnung.pdf', content: bill, elementId: 'papers' }));
    const answers = [
      { elementId: 'name', type: 'input', value: name },
      {
        elementId: 'items',
        type: 'group',
        value: [
          { what: 'Fahrrad', price: 1249.5 },
          { what: 'Helm', price: 80 },
        ],
      },
      {
        elementId: 'papers',
        type: 'file',
        value: [
          {
            entityId: file.fileuploadId,
            name: file.fileName,
            extension: file.fileExtension,
            size: file.size,
          },
        ],
      },
    ];
    return server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: {
        revision: 1,
        language,
        agbAccepted: true,
        datenschutzAccepted: true,
        statementHashes,
        answers,
      },
    });
  }
  async function send(given: { name?: string; language?: string } = {}): Promise<string> {
    const visitor = await visit(server, processGuid);
    return json<{ submissionId: string }>(
      await sendAs(visitor, await hashStatements(server, visitor), given),
    ).submissionId;
  }
  const exported = async (submissionId: string) =>
    (
      await server.app.inject({
        url: `/provider/v1/submissions/${submissionId}/evidence`,
        headers: { 'x-api-key': apiKey },
      })
    ).rawPayload;
  const loadEvidence = async (submissionId: string) =>
    JSON.parse((await exported(submissionId)).toString()) as Evidence;
  const wrongIn = (bytes: Uint8Array) =>
    verifyEvidence(bytes).verdicts.filter(({ wrong }) => wrong);

  it('The evidence contains the form as shown, and its hashes can be recomputed', async () => {
    const bytes = await exported(await send());
    expect(wrongIn(bytes)).toEqual([]);
    const { entry, previous, record, answers, texts } = JSON.parse(bytes.toString()) as Evidence;
    expect([entry.position, entry.previousHash, previous]).toEqual([1, null, null]);
    expect(record).toMatchObject({
      accountName: 'Kanzlei Test',
      processGuid,
      revision: 1,
      language: 'de',
      startedAt: '2026-11-20T09:00:00.000Z',
      submittedAt: '2026-11-20T09:01:00.000Z',
      form: { title: 'Unfall melden', notice: 'Bitte **sofort** melden.' },
      files: [
        {
          elementId: 'papers',
          name: 'rechnung.pdf',
          size: bill.length,
          sha256: createHash('sha256').update(bill).digest('hex'),
        },
      ],
      consents: [
        { kind: 'terms', sentence: 'Ich stimme den Mandatsbedingungen zu.', isAccepted: true },
        {
          kind: 'privacy',
          sentence: 'Ich habe die Datenschutzhinweise gelesen.',
          isAccepted: true,
        },
      ],
    });
    expect(texts.map(({ text }) => text).sort()).toEqual([
      '# Bedingungen',
      '# Datenschutz für Müller & Söhne',
    ]);
    expect(answers.map(({ elementId }) => elementId)).toEqual(['name', 'items', 'total', 'papers']);
    const told = ({ address, role, label, words }: ShownItem) => [address, role, label, words];
    expect(record.pages.map(({ title, shown }) => [title, shown.map(told)])).toEqual([
      [
        'Über Sie',
        [
          ['name', 'question', 'Ihr Name', 'Jörg Müller'],
          ['injured', 'question', 'Verletzt?', undefined],
        ],
      ],
      [
        'Schaden',
        [
          ['items', 'group', 'Gegenstände', '2 Einträge'],
          ['items/0', 'row', 'Gegenstand 1', undefined],
          ['items/0/what', 'question', 'Was?', 'Fahrrad'],
          ['items/0/price', 'question', 'Preis', '1.249,5 €'],
          ['items/1', 'row', 'Gegenstand 2', undefined],
          ['items/1/what', 'question', 'Was?', 'Helm'],
          ['items/1/price', 'question', 'Preis', '80 €'],
          ['total', 'question', 'Summe', '1.329,50 €'],
          ['papers', 'question', 'Belege', 'rechnung.pdf'],
        ],
      ],
    ]);
  });

  it('The evidence keeps the texts of the answered revision in the language shown', async () => {
    const submissionId = await send({ language: 'en' });
    const before = await loadEvidence(submissionId);
    expect(before.record.pages[0]).toMatchObject({
      title: 'About you',
      shown: [
        { label: 'Your name', help: 'Wie im Ausweis', isRequired: true },
        { label: 'Verletzt?' },
      ],
    });
    const { formId } = before.record;
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/forms/${formId}`,
      headers: { 'x-api-key': apiKey },
      payload: {
        definition: {
          title: 'Neu',
          formElements: [{ id: 'name', type: 'input', label: 'Anders' }],
        },
      },
    });
    await server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${formId}/publish`,
      headers: { 'x-api-key': apiKey },
    });
    await server.deps.db
      .updateTable('accounts')
      .set({ terms: '# Neue Bedingungen', name: 'Umbenannt' })
      .execute();
    expect(await loadEvidence(submissionId)).toEqual(before);
  });

  it('The evidence identifies the submitted files', async () => {
    const evidence = await loadEvidence(await send());
    expect(verifyFile('kopie.pdf', bill, [evidence])).toEqual({
      what: 'kopie.pdf was sent as rechnung.pdf',
    });
    expect(verifyFile('kopie.pdf', Buffer.from('%PDF Rechnunk'), [evidence])).toHaveProperty(
      'wrong',
    );
  });

  it('The evidence proves no consent to a text that replaced the one shown', async () => {
    const visitor = await visit(server, processGuid);
    const shown = await hashStatements(server, visitor);
    await server.deps.db.updateTable('accounts').set({ terms: '# Neue Bedingungen' }).execute();
    const refused = await sendAs(visitor, shown);
    expect([
      refused.statusCode,
      json(refused)['reason'],
      Object.keys(json<{ fields: object }>(refused).fields),
    ]).toEqual([409, 'statementsChanged', ['/agbAccepted']]);
    expect(await server.deps.db.selectFrom('submissions').selectAll().execute()).toEqual([]);

    const accepted = await sendAs(visitor, await hashStatements(server, visitor));
    const { texts } = await loadEvidence(json<{ submissionId: string }>(accepted).submissionId);
    expect(texts.map(({ text }) => text)).toContain('# Neue Bedingungen');
  });

  it('A consent without a text is refused', async () => {
    expect((await sendAs(await visit(server, processGuid), {})).statusCode).toBe(409);
  });
});

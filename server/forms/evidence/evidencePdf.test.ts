import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Evidence } from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { inspectPdf } from '#server/testing/drawnIn.ts';
import { createProvider } from '#server/testing/testCases.ts';
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

describeOnEachDatabase('the PDF of the evidence', (open) => {
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

  it('The evidence PDF is tagged, reproducible and has the JSON attached', async () => {
    const submissionId = await send({ name: 'Şükrü Łukasz Ελένη 山 – 5 €' });
    const asked = () =>
      server.app.inject({
        url: `/provider/v1/submissions/${submissionId}/evidence.pdf`,
        headers: { 'x-api-key': apiKey },
      });
    const [answer, again] = [await asked(), await asked()];
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);

    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    const { hash, record } = await loadEvidence(submissionId);
    for (const words of [
      'Unfall melden',
      'Abgesendet 20. November 2026 um 10:01:00 MEZ',
      'Ihr Name Wie im Ausweis Şükrü Łukasz Ελένη [U+5C71] – 5 €',
      'Verletzt? Keine Angabe',
      'Gegenstand 1 Was? Fahrrad Preis 1.249,5 €',
      'Gegenstand 2 Was? Helm',
      'Summe 1.329,50 €',
      `rechnung.pdf, 1 kB SHA-256 ${record.files[0]?.sha256}`,
      'Angekreuzt: Ich stimme den Mandatsbedingungen zu.',
      `SHA-256 des Textes, der im Anhang steht: ${record.consents[0]?.textHash}`,
      hash,
      'Anhang: Datenschutz Datenschutz für Müller & Söhne',
      'Seite 1 von',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Welcher Arzt?');

    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Language: 'de-DE', Title: 'Nachweis der Angaben: Unfall melden' });
    expect(JSON.stringify(await (await pdf.getPage(1)).getStructTree())).toMatch(
      /"H1".*"LI".*"Lbl".*"LBody".*"H2"/,
    );
    const [file] = Object.values(
      (await pdf.getAttachments()) as Record<string, { filename: string; content: Uint8Array }>,
    );
    expect([
      file?.filename,
      Buffer.from(file?.content ?? []).equals(await exported(submissionId)),
    ]).toEqual([`evidence-${submissionId}.json`, true]);
  });

  it('The evidence PDF has the account’s logo and colour', async () => {
    const submissionId = await send();
    const drawn = async () =>
      inspectPdf(
        (
          await server.app.inject({
            url: `/provider/v1/submissions/${submissionId}/evidence.pdf`,
            headers: { 'x-api-key': apiKey },
          })
        ).rawPayload,
      );
    expect((await drawn()).pictures).toBe(0);
    await createProvider(server, apiKey).wear('#a01030');
    const { pictures, colors } = await drawn();
    expect([pictures, [...colors]]).toEqual([1, expect.arrayContaining(['#a01030'])]);
  });

  it('The evidence PDF is in the language that was shown', async () => {
    const { rawPayload } = await server.app.inject({
      url: `/provider/v1/submissions/${await send({ language: 'en' })}/evidence.pdf`,
      headers: { 'x-api-key': apiKey, 'accept-language': 'de' },
    });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    });
    for (const words of [
      'Report an accident',
      'Sent 20 November 2026 at 10:01:00 CET',
      'Your name',
      'Summe 1,329.50 €',
      'Ticked: ',
    ])
      expect(text).toContain(words);
  });
});

import { afterEach, beforeEach } from 'vitest';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Evidence } from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { OpenTestDatabase, TestDatabase } from './testDatabase.ts';
import {
  addAccount,
  hashStatements,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from './testServer.ts';

/** A form with a condition, a group, a formula and a file. */
export const evidenceForm: FormDefinition = {
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

/** The file of each submission. */
export const bill = Buffer.from('%PDF Rechnung');

type Sent = { name?: string; language?: string };
type Uploaded = {
  files: [{ fileuploadId: string; fileName: string; fileExtension: string; size: number }];
};

async function sendAs(
  server: TestServer,
  visitor: Visitor,
  statementHashes: StatementHashes,
  { name = 'Jörg Müller', language = 'de' }: Sent = {},
) {
  server.clock.forward(60_000);
  const uploaded = await upload(server, visitor, {
    name: 'rechnung.pdf',
    content: bill,
    elementId: 'papers',
  });
  const [file] = json<Uploaded>(uploaded).files;
  const items = [
    { what: 'Fahrrad', price: 1249.5 },
    { what: 'Helm', price: 80 },
  ];
  const paper = {
    entityId: file.fileuploadId,
    name: file.fileName,
    extension: file.fileExtension,
    size: file.size,
  };
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
      answers: [
        { elementId: 'name', type: 'input', value: name },
        { elementId: 'items', type: 'group', value: items },
        { elementId: 'papers', type: 'file', value: [paper] },
      ],
    },
  });
}

/**
 * Publishes the form of an account with terms and privacy notice before each test. A test may
 * replace `apiKey` and `processGuid` by those of another account.
 */
export function setUpEvidence(open: OpenTestDatabase) {
  const world = {} as {
    server: TestServer;
    database: TestDatabase;
    apiKey: string;
    processGuid: string;
  };
  beforeEach(async () => {
    world.server = await startTestServer({ open: async () => (world.database = await open()) });
    ({ apiKey: world.apiKey } = await addAccount(world.server, {
      terms: '# Bedingungen',
      privacy: '# Datenschutz für Müller & Söhne',
    }));
    ({ processGuid: world.processGuid } = await publish(world.server, world.apiKey, evidenceForm));
  });
  afterEach(() => world.server.close());

  /** Returns the bytes of a submission's evidence, as the provider exports them. */
  async function exportEvidence(submissionId: string): Promise<Buffer> {
    const { server, apiKey } = world;
    const url = `/provider/v1/submissions/${submissionId}/evidence`;
    return (await server.app.inject({ url, headers: { 'x-api-key': apiKey } })).rawPayload;
  }

  return {
    world,
    sendAs: (visitor: Visitor, statementHashes: StatementHashes, sent?: Sent) =>
      sendAs(world.server, visitor, statementHashes, sent),
    /** Submits the form and returns the id of the submission. */
    async send(sent?: Sent): Promise<string> {
      const visitor = await visit(world.server, world.processGuid);
      const hashes = await hashStatements(world.server, visitor);
      return json<{ submissionId: string }>(await sendAs(world.server, visitor, hashes, sent))
        .submissionId;
    },
    exportEvidence,
    loadEvidence: async (submissionId: string) =>
      JSON.parse((await exportEvidence(submissionId)).toString()) as Evidence,
  };
}

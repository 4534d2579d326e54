import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import { canonicalJson } from '#schemas/platform/canonicalJson.ts';
import type { Evidence } from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { getProgram } from '#server/testing/programs.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
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
import { runVerify } from '#tools/evidence/runVerify.ts';
import { verifyEvidence, verifyAll } from '#tools/evidence/verify.ts';

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

describeOnEachDatabase('the evidence chain', (open) => {
  let server: TestServer;
  let database: TestDatabase;
  let apiKey: string;
  let processGuid: string;

  beforeEach(async () => {
    server = await startTestServer({ open: async () => (database = await open()) });
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

  it('Each submission is linked to the account’s previous one', async () => {
    const [one, two] = [await loadEvidence(await send()), await loadEvidence(await send())];
    expect([two.entry.position, two.entry.previousHash, two.previous]).toEqual([
      2,
      one.hash,
      one.entry,
    ]);
    expect(verifyAll([two, one]).map(({ wrong }) => wrong)).toEqual([undefined]);
    expect(verifyAll([two, { ...one, hash: 'f'.repeat(64) }])).toMatchObject([
      { wrong: expect.stringContaining('ffff') },
    ]);
    const stranger = await addAccount(server);
    const foreign = { 'x-api-key': stranger.apiKey };
    expect(
      (
        await server.app.inject({
          url: `/provider/v1/submissions/${one.entry.submissionId}/evidence`,
          headers: foreign,
        })
      ).statusCode,
    ).toBe(404);
    ({ processGuid, apiKey } = {
      ...(await publish(server, stranger.apiKey, {
        ...definition,
        showAgb: false,
        showDatenschutz: false,
      })),
      apiKey: stranger.apiKey,
    });
    expect((await loadEvidence(await send())).entry).toMatchObject({
      position: 1,
      previousHash: null,
    });
  });

  it('The command verifies the evidence and reports by exit code', async () => {
    const bytes = await exported(await send());
    const file = join(database.folder, 'evidence.json');
    const verify = (content: string, ...more: string[]) => {
      writeFileSync(file, content);
      let stdout = '';
      const status = runVerify([file, ...more], {
        stdout: { write: (text) => (stdout += text) },
        stderr: { write: () => undefined },
      });
      return [
        status,
        stdout.split('\n').find((line) => line.includes('✗')) ?? stdout.trim().split('\n').at(-1),
      ];
    };
    const { hash } = JSON.parse(bytes.toString()) as { hash: string };
    expect(verify(bytes.toString())).toEqual([
      0,
      expect.stringContaining('compare its hash with one noted elsewhere'),
    ]);
    expect(verify(bytes.toString(), '--hash', hash)).toEqual([
      0,
      'Everything is as it was recorded.',
    ]);
    expect(verify(bytes.toString().replace('Fahrrad', 'Fahrräd'))).toEqual([
      1,
      expect.stringContaining('✗ the answers: '),
    ]);
    expect(verify(bytes.toString(), '--hash', 'f'.repeat(64))).toEqual([
      1,
      expect.stringContaining('✗ the hash is the one that was noted: '),
    ]);
    expect(verify(bytes.toString(), '--file', 'package.json')).toEqual([
      1,
      expect.stringContaining('✗ package.json was sent: '),
    ]);
    expect(verify(bytes.toString(), '--nonsense')).toEqual([2, '']);
  }, 60_000);

  it('A refused submission leaves no entry in the chain', async () => {
    const visitor = await visit(server, processGuid);
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    expect((await loadEvidence(await send())).entry.position).toBe(1);
  });

  it('Concurrent processes write one unbroken chain', async () => {
    const perProcess = 8;
    const senders = [1, 2, 3].map(() =>
      spawn(
        process.execPath,
        [
          ...getProgram('sendMany'),
          JSON.stringify({
            databaseUrl: database.databaseUrl,
            dataDir: database.folder,
            processGuid,
            count: perProcess,
          }),
        ],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      ),
    );
    expect(
      await Promise.all(
        senders.map(async (sender) => ((await once(sender, 'exit')) as [number])[0]),
      ),
    ).toEqual([0, 0, 0]);
    const entries = await server.deps.db
      .selectFrom('evidence')
      .selectAll()
      .orderBy('position')
      .execute();
    expect(entries.map(({ position }) => position)).toEqual(
      Array.from({ length: 3 * perProcess }, (_, index) => index + 1),
    );
    const all = await Promise.all(entries.map(async ({ submissionId }) => exported(submissionId)));
    expect(all.flatMap(wrongIn)).toEqual([]);
    const verdicts = verifyAll(all.map((bytes) => JSON.parse(bytes.toString()) as Evidence));
    expect([verdicts.length, verdicts.filter(({ wrong }) => wrong)]).toEqual([
      3 * perProcess - 1,
      [],
    ]);
  }, 60_000);

  describe('a manipulation', () => {
    it('A changed byte is detected', async () => {
      await send();
      const bytes = await exported(await send());
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ by;
          expect(wrongIn(changed)).not.toEqual([]);
        }),
        { numRuns: 500 },
      );
      for (const changed of [
        Buffer.concat([bytes, Buffer.from('\n')]),
        bytes.subarray(1),
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      ])
        expect(wrongIn(changed)).not.toEqual([]);
    });

    it('A changed value is detected, also in canonical JSON', async () => {
      await send();
      const evidence = await loadEvidence(await send());
      for (const change of changesTo(evidence))
        expect(wrongIn(Buffer.from(canonicalJson(change)))).not.toEqual([]);
    });
  });
});

/** Returns the value with each leaf changed in turn, and each member removed in turn. */
function changesTo(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.flatMap((item, index) => [
      items.toSpliced(index, 1),
      ...changesTo(item).map((changed) => items.with(index, changed)),
    ]);
  }
  if (typeof value !== 'object' || value === null)
    return [
      typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : !value,
    ];
  return Object.entries(value).flatMap(([name, member]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...changesTo(member).map((changed) => ({ ...value, [name]: changed })),
  ]);
}

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatementHashes } from '#schemas/acceptances.ts';
import { canonicalJson } from '#schemas/canonicalJson.ts';
import type { Evidence, ShownItem } from '#schemas/evidence.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import { drawnIn } from '#server/testing/drawnIn.ts';
import { providerOf } from '#server/testing/testCases.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  statementHashesOf,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';
import { runVerify } from '#tools/evidence/runVerify.ts';
import { verifyEvidence, verifyFile, verifyTogether } from '#tools/evidence/verify.ts';

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
      await sendAs(visitor, await statementHashesOf(server, visitor), given),
    ).submissionId;
  }
  const exported = async (submissionId: string) =>
    (
      await server.app.inject({
        url: `/provider/v1/submissions/${submissionId}/evidence`,
        headers: { 'x-api-key': apiKey },
      })
    ).rawPayload;
  const evidenceOf = async (submissionId: string) =>
    JSON.parse((await exported(submissionId)).toString()) as Evidence;
  const wrongIn = (bytes: Uint8Array) =>
    verifyEvidence(bytes).verdicts.filter(({ wrong }) => wrong);

  it('says what was shown, in its language, with answers, files and consent, and can be recomputed', async () => {
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

  it('keeps the words of the revision that was answered, in the language that was shown', async () => {
    const submissionId = await send({ language: 'en' });
    const before = await evidenceOf(submissionId);
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
    expect(await evidenceOf(submissionId)).toEqual(before);
  });

  it('links each submission to the one before it, and another account to none of them', async () => {
    const [one, two] = [await evidenceOf(await send()), await evidenceOf(await send())];
    expect([two.entry.position, two.entry.previousHash, two.previous]).toEqual([
      2,
      one.hash,
      one.entry,
    ]);
    expect(verifyTogether([two, one]).map(({ wrong }) => wrong)).toEqual([undefined]);
    expect(verifyTogether([two, { ...one, hash: 'f'.repeat(64) }])).toMatchObject([
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
    expect((await evidenceOf(await send())).entry).toMatchObject({
      position: 1,
      previousHash: null,
    });
  });

  it('is a document to read, tagged, with the JSON attached, and the same each time', async () => {
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
    const { hash, record } = await evidenceOf(submissionId);
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

  it('is a paper of its account: with its logo, in its colour', async () => {
    const submissionId = await send();
    const drawn = async () =>
      drawnIn(
        (
          await server.app.inject({
            url: `/provider/v1/submissions/${submissionId}/evidence.pdf`,
            headers: { 'x-api-key': apiKey },
          })
        ).rawPayload,
      );
    expect((await drawn()).pictures).toBe(0);
    await providerOf(server, apiKey).wear('#a01030');
    const { pictures, colors } = await drawn();
    expect([pictures, [...colors]]).toEqual([1, expect.arrayContaining(['#a01030'])]);
  });

  it('is written in the language that was shown', async () => {
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

  it('knows the files that were sent from others', async () => {
    const evidence = await evidenceOf(await send());
    expect(verifyFile('kopie.pdf', bill, [evidence])).toEqual({
      what: 'kopie.pdf was sent as rechnung.pdf',
    });
    expect(verifyFile('kopie.pdf', Buffer.from('%PDF Rechnunk'), [evidence])).toHaveProperty(
      'wrong',
    );
  });

  it('is checked by a command, whose exit code tells', async () => {
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

  it('proves no consent to a text that came in the place of the one that was shown', async () => {
    const visitor = await visit(server, processGuid);
    const shown = await statementHashesOf(server, visitor);
    await server.deps.db.updateTable('accounts').set({ terms: '# Neue Bedingungen' }).execute();
    const refused = await sendAs(visitor, shown);
    expect([
      refused.statusCode,
      json(refused)['reason'],
      Object.keys(json<{ fields: object }>(refused).fields),
    ]).toEqual([409, 'statementsChanged', ['/agbAccepted']]);
    expect(await server.deps.db.selectFrom('submissions').selectAll().execute()).toEqual([]);

    const accepted = await sendAs(visitor, await statementHashesOf(server, visitor));
    const { texts } = await evidenceOf(json<{ submissionId: string }>(accepted).submissionId);
    expect(texts.map(({ text }) => text)).toContain('# Neue Bedingungen');
  });

  it('takes no consent that names no text', async () => {
    expect((await sendAs(await visit(server, processGuid), {})).statusCode).toBe(409);
  });

  it('leaves no entry of a submission that is refused', async () => {
    const visitor = await visit(server, processGuid);
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    expect((await evidenceOf(await send())).entry.position).toBe(1);
  });

  it('is one unbroken chain when several processes submit at once', async () => {
    const perProcess = 8;
    const senders = [1, 2, 3].map(() =>
      spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          'server/testing/sendMany.ts',
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
    const verdicts = verifyTogether(all.map((bytes) => JSON.parse(bytes.toString()) as Evidence));
    expect([verdicts.length, verdicts.filter(({ wrong }) => wrong)]).toEqual([
      3 * perProcess - 1,
      [],
    ]);
  }, 60_000);

  describe('finds what was changed', () => {
    it('in any byte', async () => {
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

    it('in any value, when the file is written canonically again', async () => {
      await send();
      const evidence = await evidenceOf(await send());
      for (const change of changesTo(evidence))
        expect(wrongIn(Buffer.from(canonicalJson(change)))).not.toEqual([]);
    });
  });
});

/** The value with each of its leaves changed in turn, and with each of its members left out. */
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

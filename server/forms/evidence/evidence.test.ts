import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Evidence, ShownItem } from '#schemas/forms/evidence.ts';
import { bill, setUpEvidence } from '#server/testing/evidence.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, hashStatements, visit } from '#server/testing/testServer.ts';
import { verifyEvidence, verifyFile } from '#tools/evidence/verify.ts';

describeOnEachDatabase('evidence', (open) => {
  const { world, sendAs, send, exportEvidence, loadEvidence } = setUpEvidence(open);
  const findWrong = (bytes: Uint8Array) =>
    verifyEvidence(bytes).verdicts.filter(({ wrong }) => wrong);

  it('The evidence contains the form as shown, and its hashes can be recomputed', async () => {
    const bytes = await exportEvidence(await send());
    expect(findWrong(bytes)).toEqual([]);
    const { entry, previous, record, answers, texts } = JSON.parse(bytes.toString()) as Evidence;
    expect([entry.position, entry.previousHash, previous]).toEqual([1, null, null]);
    expect(record).toMatchObject({
      accountName: 'Kanzlei Test',
      processGuid: world.processGuid,
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
        { kind: 'terms', sentence: 'Ich stimme den Nutzungsbedingungen zu.', isAccepted: true },
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
    await world.server.app.inject({
      method: 'PUT',
      url: `/provider/v1/forms/${formId}`,
      headers: { 'x-api-key': world.apiKey },
      payload: {
        definition: {
          title: 'Neu',
          formElements: [{ id: 'name', type: 'input', label: 'Anders' }],
        },
      },
    });
    await world.server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${formId}/publish`,
      headers: { 'x-api-key': world.apiKey },
    });
    await world.server.deps.db
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
    const visitor = await visit(world.server, world.processGuid);
    const shown = await hashStatements(world.server, visitor);
    await world.server.deps.db
      .updateTable('accounts')
      .set({ terms: '# Neue Bedingungen' })
      .execute();
    const refused = await sendAs(visitor, shown);
    expect([
      refused.statusCode,
      json(refused)['reason'],
      Object.keys(json<{ fields: object }>(refused).fields),
    ]).toEqual([409, 'statementsChanged', ['/agbAccepted']]);
    expect(await world.server.deps.db.selectFrom('submissions').selectAll().execute()).toEqual([]);

    const accepted = await sendAs(visitor, await hashStatements(world.server, visitor));
    const { texts } = await loadEvidence(json<{ submissionId: string }>(accepted).submissionId);
    expect(texts.map(({ text }) => text)).toContain('# Neue Bedingungen');
  });

  it('A consent without a text is refused', async () => {
    const refused = await sendAs(await visit(world.server, world.processGuid), {});
    expect([refused.statusCode, Object.keys(json<{ fields: object }>(refused).fields)]).toEqual([
      400,
      ['/statementHashes'],
    ]);
  });
});

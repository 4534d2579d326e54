import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '#server/testing/drawnIn.ts';
import { createProvider } from '#server/testing/testCases.ts';
import { setUpEvidence } from '#server/testing/evidence.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';

describe('the PDF of the evidence', () => {
  const { world, send, exportEvidence, loadEvidence } = setUpEvidence(openSqliteTest);

  it('The evidence PDF is tagged, reproducible and has the JSON attached', async () => {
    const submissionId = await send({ name: 'Şükrü Łukasz Ελένη 山 – 5 €' });
    const asked = () =>
      world.server.app.inject({
        url: `/provider/v1/submissions/${submissionId}/evidence.pdf`,
        headers: { 'x-api-key': world.apiKey },
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
      'Ihr Name Wie im Ausweis Şükrü Łukasz Ελένη 山 – 5 €',
      'Verletzt? Keine Angabe',
      'Gegenstand 1 Was? Fahrrad Preis 1.249,5 €',
      'Gegenstand 2 Was? Helm',
      'Summe 1.329,50 €',
      `rechnung.pdf, 1 kB SHA-256 ${record.files[0]?.sha256}`,
      'Angekreuzt: Ich stimme den Nutzungsbedingungen zu.',
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
      Buffer.from(file?.content ?? []).equals(await exportEvidence(submissionId)),
    ]).toEqual([`evidence-${submissionId}.json`, true]);
  });

  it('The evidence PDF has the account’s logo and colour', async () => {
    const submissionId = await send();
    const drawn = async () =>
      inspectPdf(
        (
          await world.server.app.inject({
            url: `/provider/v1/submissions/${submissionId}/evidence.pdf`,
            headers: { 'x-api-key': world.apiKey },
          })
        ).rawPayload,
      );
    expect((await drawn()).pictures).toBe(0);
    await createProvider(world.server, world.apiKey).setLook('#a01030');
    const { pictures, colors } = await drawn();
    expect([pictures, [...colors]]).toEqual([1, expect.arrayContaining(['#a01030'])]);
  });

  it('The evidence PDF is in the language that was shown', async () => {
    const { rawPayload } = await world.server.app.inject({
      url: `/provider/v1/submissions/${await send({ language: 'en' })}/evidence.pdf`,
      headers: { 'x-api-key': world.apiKey, 'accept-language': 'de' },
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

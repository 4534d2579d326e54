import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { inspectPdf } from '#server/testing/drawnIn.ts';
import { startPractice } from '#server/testing/testCases.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describe('the PDF of a message', () => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer();
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Wieland ./. Alster',
      aktenzeichen: '17/26',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const ask = (id: string, headers = practice.headers) =>
    server.app.inject({
      url: `/api/v2.0/e.consult.${practice.accountId}/akten/${caseId}/messages/${id}/pdf`,
      headers,
    });
  const readWords = async (pdf: Buffer): Promise<string> =>
    (
      await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
    ).text.replace(/\s+/g, ' ');

  it('The PDF contains author, date, place and attachments of the message', async () => {
    const { provider, apiKey } = practice;
    const { fileuploadId } = json<{ fileuploadId: string }>(
      await server.app.inject({
        method: 'POST',
        url: '/provider/v1/files',
        headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
        payload:
          '--b\r\nContent-Disposition: form-data; name="File"; filename="Gutachten 🚗.txt"\r\n' +
          '\r\nInhalt\r\n--b--\r\n',
      }),
    );
    const folderId = await provider.addFolder(caseId, 'Gutachten');
    const { messageId } = await provider.write(caseId, {
      header: 'Das Gutachten',
      text: 'Es liegt vor.\nGrüße aus Köln',
      creatorName: 'Selin Aydın',
      labels: ['Wichtig', 'Frist'],
      belegdatum: '2026-11-12',
      fileIds: [fileuploadId],
      folderId,
    });
    const answer = await ask(messageId);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['content-disposition'],
    ]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="Das Gutachten.pdf"; filename*=UTF-8''Das%20Gutachten.pdf`,
    ]);
    const words = await readWords(answer.rawPayload);
    for (const expected of [
      'Kanzlei Test',
      'Das Gutachten',
      'Von Selin Aydın',
      'Datum 20.11.2026, 10:00',
      'Akte Wieland ./. Alster',
      'Aktenzeichen 17/26',
      'Ordner Gutachten',
      'Belegdatum 12.11.2026',
      'Stichworte Wichtig, Frist',
      'Es liegt vor. Grüße aus Köln',
      'Anhänge Gutachten 🚗.txt, 1 kB',
      'Seite 1 von 1',
    ])
      expect(words).toContain(expected);
    expect(
      await readWords(
        (await ask(messageId, { ...practice.headers, 'accept-language': 'en' })).rawPayload,
      ),
    ).toContain('From Selin Aydın Date 20 Nov 2026, 10:00 Case Wieland');
  });

  it('The PDF has the account’s logo and colour', async () => {
    const { provider } = practice;
    const { messageId } = await provider.write(caseId);
    expect(inspectPdf((await ask(messageId)).rawPayload).pictures).toBe(0);
    await provider.setLook('#a01030');
    const { pictures, colors } = inspectPdf((await ask(messageId)).rawPayload);
    expect([pictures, [...colors]]).toEqual([1, expect.arrayContaining(['#a01030'])]);
  });

  it('The PDF contains a text of any length and script', async () => {
    const sent = await practice.client.send(caseId, {
      Header: 'Lang',
      TextContent: `${'Ein Satz, der sich wiederholt.\n'.repeat(600)}Привет 🚗 山 𒀀 Schluss`,
    });
    const words = await readWords((await ask(sent.id)).rawPayload);
    expect(words.match(/Ein Satz/g)).toHaveLength(600);
    expect(words).toMatch(/Привет 🚗 山 \[U\+12000\] Schluss.* Seite (\d+) von \1/);
  });

  it.each([
    ['signs that mean something in a path', '../../a\\b:c*?.exe', '.._.._a_b_c__.exe.pdf'],
    ['a full stop at its end', 'Text.', 'Text.pdf'],
    ['nothing but a full stop', '.', '_.pdf'],
    [
      'a line break and what turns its direction',
      'Brief\r\nX-Evil: 1\u202Efdp',
      'Brief X-Evil_ 1fdp.pdf',
    ],
    [
      'more than a name may have',
      'ä'.repeat(200),
      `${'ä'.repeat(Math.floor((fileLimits.maxNameBytes - 4) / 2))}.pdf`,
    ],
  ])('The PDF’s file name is safe for a subject with %s', async (_, Header, expected) => {
    const sent = await practice.client.send(caseId, { Header });
    expect(String((await ask(sent.id)).headers['content-disposition'])).toContain(
      `filename*=UTF-8''${encodeURIComponent(expected)}`,
    );
  });

  it('The PDF gets 404 for a caller without the message', async () => {
    const { provider } = practice;
    const { messageId } = await provider.write(caseId);
    const other = await addUser(server, [practice.accountId]);
    expect((await ask(messageId, await signIn(server, other.id))).statusCode).toBe(404);
    expect((await ask('nobody-has-this')).statusCode).toBe(404);
    await provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    expect((await ask(messageId)).statusCode).toBe(404);
  });
});

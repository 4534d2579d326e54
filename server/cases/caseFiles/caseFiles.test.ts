import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CaseFiles } from '#schemas/cases/caseFiles.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const contents: Readonly<Record<string, Buffer>> = {
  pdf: Buffer.from('%PDF-1.7'),
  jpg: Buffer.from('ffd8ff00', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  txt: Buffer.from('Text'),
};

describeOnEachDatabase('files of a case', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Unfall',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  async function write(
    names: readonly string[],
    message: { folderId?: string; creatorName?: string } = {},
  ) {
    const { provider } = practice;
    const fileIds = await Promise.all(
      names.map((name) => provider.upload(name, contents[name.slice(-3)] ?? Buffer.from('?'))),
    );
    server.clock.forward(1_000);
    return { fileIds, ...(await provider.write(caseId, { fileIds, ...message })) };
  }
  const ask = (query = '', headers = practice.headers, id = caseId) =>
    server.app.inject({
      url: `/api/v2.0/e.consult.${practice.accountId}/akten/${id}/files${query}`,
      headers,
    });
  const list = async (query = ''): Promise<CaseFiles> => json(await ask(query));
  const names = ({ files }: CaseFiles): string[] => files.map(({ fileName }) => fileName);

  it('The files of a case and its folders are listed newest first with their place', async () => {
    const folderId = await practice.provider.addFolder(caseId, 'Gutachten');
    const first = await write(['alt.pdf']);
    const second = await write(['b.jpg', 'a.txt', 'c.pdf'], {
      folderId,
      creatorName: 'Dr. Miriam Behrens',
    });
    expect(await list()).toEqual({
      totalFiles: 4,
      photoCount: 1,
      documentCount: 3,
      files: [
        ...['b.jpg', 'a.txt', 'c.pdf'].map(
          (fileName, at) =>
            expect.objectContaining({
              fileName,
              fileId: second.fileIds[at],
              messageId: second.messageId,
              folderId,
              creatorName: 'Dr. Miriam Behrens',
              creationDate: '2026-11-20T09:00:02.000Z',
            }) as unknown,
        ),
        expect.objectContaining({
          fileName: 'alt.pdf',
          fileExtension: 'pdf',
          size: 8,
          fileId: first.fileIds[0],
          folderId: null,
          creatorName: 'Kanzlei Test',
        }),
      ],
    });
  });

  it('The files can be filtered by type and by any part of the name', async () => {
    await write(['MÜLLER_Heck.jpg', 'Vertrag_müller.pdf', '100%.pdf', 'heck.png']);
    expect(names(await list('?Kind=photos'))).toEqual(['MÜLLER_Heck.jpg', 'heck.png']);
    expect(names(await list('?Kind=documents'))).toEqual(['Vertrag_müller.pdf', '100%.pdf']);
    const found = await list(`?Search=${encodeURIComponent(' mu\u0308ller ')}&Kind=documents`);
    expect([names(found), found.totalFiles, found.photoCount, found.documentCount]).toEqual([
      ['Vertrag_müller.pdf'],
      4,
      1,
      1,
    ]);
    expect(names(await list('?Search=%25'))).toEqual(['100%.pdf']);
    expect(names(await list('?Search=_'))).toEqual(['MÜLLER_Heck.jpg', 'Vertrag_müller.pdf']);
  });

  it('Names are found without accents, and with umlauts in any spelling', async () => {
    const stored = [
      'Wałęsa Łukasz.pdf',
      'Straße ÜBER Brücke.pdf',
      'Bauer.pdf',
      'Mueller.pdf',
      'Anteil ⅔.pdf',
    ];
    await write(stored);
    const find = async (text: string) =>
      names(await list(`?Search=${encodeURIComponent(text)}`)).map((name) => stored.indexOf(name));
    expect(await find('walesa')).toEqual([0]);
    expect(await find('lukasz wałę')).toEqual([0]);
    for (const text of ['strasse', 'STRASSE', 'straße', 'uber', 'ueber', 'Über', 'brucke'])
      expect([text, await find(text)]).toEqual([text, [1]]);
    for (const text of ['müller', 'muller', 'mue', 'Mül', 'mu\u00ADeller'])
      expect([text, await find(text)]).toEqual([text, [3]]);
    expect(await find('uer')).toEqual([2]);
    for (const text of ['2/3', '⅔', 'anteil 2⁄3'])
      expect([text, await find(text)]).toEqual([text, [4]]);
    expect(await find('straße bauer')).toEqual([]);
  });

  it('One typing error in a long word is forgiven if no name contains the search', async () => {
    const stored = ['Gutachten_Halle.pdf', 'Straßenplan.jpg', 'Rechnung 123456.pdf', 'Halle.pdf'];
    await write(stored);
    const find = async (text: string, kind = '') =>
      names(await list(`?Search=${encodeURIComponent(text)}${kind}`));
    for (const text of ['Gutahcten', 'gutachte', 'Gutachtem', 'gutahcten halle', 'GUTACHEN.pdf'])
      expect([text, await find(text)]).toEqual([text, ['Gutachten_Halle.pdf']]);
    expect(await find('Strassenpaln')).toEqual(['Straßenplan.jpg']);
    expect(await find('Strassenpaln', '&Kind=documents')).toEqual([]);
    for (const text of ['123465', 'Hlale', 'Guatchen', 'Rechnung Gutahcten'])
      expect([text, await find(text)]).toEqual([text, []]);
    const found = await list('?Search=Gutahcten');
    expect([found.totalFiles, found.photoCount, found.documentCount]).toEqual([4, 0, 1]);
  });

  it('Pages have no gap or duplicate while messages arrive', async () => {
    await write(['1.pdf', '2.pdf', '3.pdf']);
    await write(['4.pdf']);
    await write(['5.pdf', '6.pdf']);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(`?Size=2${cursor ? `&Cursor=${cursor}` : ''}`);
      seen.push(...names(page));
      ({ cursor } = page);
      await write(['neu.pdf']);
    } while (cursor);
    expect(seen).toEqual(['5.pdf', '6.pdf', '4.pdf', '1.pdf', '2.pdf', '3.pdf']);
    for (const wrong of [
      'x',
      Buffer.from('["2026-11-20T09:00:00.000Z","abc"]').toString('base64url'),
    ])
      expect((await ask(`?Cursor=${wrong}`)).statusCode).toBe(400);
  });

  it('Files of a withdrawn message or folder are not listed', async () => {
    const folderId = await practice.provider.addFolder(caseId, 'Gutachten');
    const { messageId } = await write(['brief.pdf']);
    await write(['foto.jpg'], { folderId });
    await practice.provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    expect(await list()).toMatchObject({
      totalFiles: 1,
      photoCount: 1,
      documentCount: 0,
      files: [{ fileName: 'foto.jpg' }],
    });
    await practice.provider.call('DELETE', `/cases/${caseId}/folders/${folderId}`);
    expect(await list()).toEqual({ totalFiles: 0, photoCount: 0, documentCount: 0, files: [] });
  });

  it('Another client gets the same response as for an unknown case', async () => {
    await write(['brief.pdf']);
    const neighbour = await signIn(server, (await addUser(server, [practice.accountId])).id);
    const elsewhere = await signIn(
      server,
      (await addUser(server, [(await addAccount(server)).accountId])).id,
    );
    for (const headers of [neighbour, elsewhere]) {
      const [foreign, unknown] = [
        await ask('', headers),
        await ask('', headers, 'nobody-has-this'),
      ];
      expect([foreign.statusCode, { ...json(foreign), requestId: '' }]).toEqual([
        404,
        { ...json(unknown), requestId: '' },
      ]);
    }
  });
});

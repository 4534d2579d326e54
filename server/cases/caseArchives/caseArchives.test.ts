import { createHash } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ArchiveManifest } from '#schemas/cases/caseArchives.ts';
import { newId } from '#server/db/newId.ts';
import { getAccountOwner } from '#server/files/files/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import {
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';

const mebibyte = 1024 * 1024;

describeOnEachDatabase('a downloaded case', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Wieland ./. Alster',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  /** Writes into the store directly, past the checks of an upload. */
  async function store(
    name: string,
    content: Readable,
  ): Promise<{ fileId: string; blobKey: string }> {
    const { key, size, sha256 } = await server.deps.blobStore.put(content, { maxBytes: Infinity });
    const id = newId();
    await server.deps.db
      .insertInto('files')
      .values({
        id,
        owner: getAccountOwner(practice.accountId),
        elementId: null,
        name,
        nameKey: name.toLowerCase(),
        extension: 'txt',
        size,
        sha256,
        blobKey: key,
        idempotencyKey: null,
        submissionId: null,
        createdAt: server.clock.now().toISOString(),
      })
      .execute();
    return { fileId: id, blobKey: key };
  }
  const storeText = async (name: string, text: string) =>
    (await store(name, Readable.from([Buffer.from(text)]))).fileId;
  const download = (headers = practice.headers) =>
    server.app.inject({
      url: `/api/v2.0/e.consult.${practice.accountId}/akten/${caseId}/download`,
      headers,
    });
  const readTexts = (zip: Buffer) =>
    Object.fromEntries(
      Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
    );
  async function openDownload(): Promise<IncomingMessage> {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const call = get(
      `${address}/api/v2.0/e.consult.${practice.accountId}/akten/${caseId}/download`,
      { headers: practice.headers },
    );
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return answer;
  }

  it('The archive contains messages as text and their files by folder, with hashes', async () => {
    const { provider, client } = practice;
    const outer = await provider.addFolder(caseId, 'Gutachten: 1/2');
    const inner = await provider.addFolder(caseId, 'Nachbesichtigung', outer);
    const { messageId } = await provider.write(caseId, {
      header: 'Das Gutachten',
      text: 'Es liegt vor.',
      creatorName: 'Selin Aydın',
      labels: ['Wichtig', 'Frist'],
      belegdatum: '2026-11-12',
      fileIds: [await storeText('Brief.txt', 'eins')],
    });
    server.clock.forward(60_000);
    await client.send(caseId, { Header: 'Danke', TextContent: 'Ich lese es.' });
    await provider.write(caseId, {
      folderId: outer,
      fileIds: [await storeText('brief.TXT', 'zwei'), await storeText('BRIEF.txt', 'drei')],
    });
    await provider.write(caseId, {
      folderId: inner,
      header: 'Ganz innen',
      text: '',
      fileIds: [
        await storeText('manifest.json', 'vier'),
        await storeText('Müllers Café 🚗.txt', 'fünf'),
      ],
    });
    const gone = await provider.write(caseId, {
      header: 'Zurückgezogen',
      fileIds: [await storeText('Weg.txt', 'weg')],
    });
    await provider.call('DELETE', `/cases/${caseId}/messages/${gone.messageId}`);

    const answer = await download();
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['content-disposition'],
      answer.headers['cache-control'],
    ]).toEqual([
      200,
      'application/zip',
      'attachment; filename="Unterlagen-Kanzlei Test-Wieland ._. Alster.zip"; ' +
        "filename*=UTF-8''Unterlagen-Kanzlei%20Test-Wieland%20._.%20Alster.zip",
      'no-store',
    ]);
    const { 'manifest.json': manifestText = '', ...files } = readTexts(answer.rawPayload);
    expect(files).toMatchObject({
      'Brief.txt': 'eins',
      'Gutachten_ 1_2/brief.TXT': 'zwei',
      'Gutachten_ 1_2/BRIEF (2).txt': 'drei',
      'Gutachten_ 1_2/Nachbesichtigung/manifest.json': 'vier',
      'Gutachten_ 1_2/Nachbesichtigung/Müllers Café 🚗.txt': 'fünf',
    });
    expect(files['Nachrichten.txt']).toBe(
      [
        'Von: Selin Aydın\nDatum: 20.11.2026, 10:00\nBetreff: Das Gutachten\n' +
          'Belegdatum: 12.11.2026\nStichworte: Wichtig, Frist\nAnhänge: Brief.txt\n\nEs liegt ' +
          'vor.\n',
        'Von: Miriam Castillo\nDatum: 20.11.2026, 10:01\nBetreff: Danke\n\nIch lese es.\n',
        '',
      ]
        .join(`\n${'-'.repeat(72)}\n\n`)
        .replace(/\n\n$/, '\n\n'),
    );
    expect(Object.keys(files)).toHaveLength(8);
    const manifest = JSON.parse(manifestText) as ArchiveManifest;
    expect(manifest).toMatchObject({
      format: 'formakte-case-1',
      accountName: 'Kanzlei Test',
      case: { idHash: caseId, header: 'Wieland ./. Alster' },
    });
    const hashes = Object.entries(files).map(([path, text]) => [
      path,
      Buffer.byteLength(text),
      createHash('sha256').update(text).digest('hex'),
    ]);
    expect(manifest.files.map(({ path, size, sha256 }) => [path, size, sha256]).toSorted()).toEqual(
      hashes.toSorted(),
    );
    expect(manifest.files.find(({ path }) => path === 'Brief.txt')).toMatchObject({
      folders: [],
      attachment: { fileName: 'Brief.txt', messageId },
    });
    expect(manifest.files.find(({ path }) => path.endsWith('Müllers Café 🚗.txt'))).toMatchObject({
      folders: ['Gutachten: 1/2', 'Nachbesichtigung'],
    });
  });

  it('The archive is in the caller’s language and reads the messages it contains', async () => {
    const { messageId } = await practice.provider.write(caseId);
    await practice.provider.addFolder(caseId, 'Leer');
    const answer = await download({ ...practice.headers, 'accept-language': 'en' });
    expect(answer.headers['content-disposition']).toContain('filename="Documents-Kanzlei Test-');
    const files = readTexts(answer.rawPayload);
    expect(files['Messages.txt']).toContain(
      'From: Kanzlei Test\nDate: 20 Nov 2026, 10:00\nSubject: Betreff\n\nText',
    );
    expect(Object.keys(files).sort()).toEqual(['Messages.txt', 'manifest.json']);
    expect(await practice.client.case(caseId)).toMatchObject({ totalUnreadMessage: 0 });
    expect(
      json(await practice.provider.call('GET', `/cases/${caseId}/messages/${messageId}`)),
    ).toMatchObject({ readBy: [{ readAt: server.clock.now().toISOString() }] });
  });

  it('The archive contains the history, and answered tasks with their files', async () => {
    await practice.provider.call('PUT', `/cases/${caseId}`, {
      header: 'Wieland ./. Alster',
      isEsyAkte: true,
      userIds: [practice.userId],
    });
    await practice.provider.call('PUT', `/cases/${caseId}/history`, {
      stateGroups: [
        { name: 'Gemeldet', states: [{ statusText: 'Eingegangen', date: '2026-11-18' }] },
        { name: 'Geprüft' },
      ],
    });
    const { assign } = await assigner(server, practice, {
      title: 'Schadensmeldung',
      formElements: [
        { id: 'name', type: 'input', label: 'Name' },
        { id: 'papers', type: 'file', label: 'Unterlagen' },
      ],
    });
    const [answered] = [await assign(caseId), await assign(caseId)];
    const tasks = createTasks(server, practice.accountId, practice.headers);
    const file = { name: 'Rechnung.txt', content: Buffer.from('Summe'), elementId: 'papers' };
    const { files: uploaded } = json<{ files: [{ fileuploadId: string }] }>(
      await upload(
        server,
        { workflowKey: '', headers: practice.headers },
        file,
        `?workflowKey=${answered.workflowId}`,
      ),
    );
    const entityId = uploaded[0].fileuploadId;
    await tasks.answered(answered.workflowId, {
      answers: [
        { elementId: 'name', type: 'input', value: 'Miriam Castillo' },
        {
          elementId: 'papers',
          type: 'file',
          value: [{ entityId, name: file.name, extension: 'txt', size: file.content.length }],
        },
      ],
    });

    const { rawPayload } = await download();
    const { 'manifest.json': manifestText = '', ...files } = readTexts(rawPayload);
    const manifest = JSON.parse(manifestText) as ArchiveManifest;
    expect(files).toEqual({
      'Verlauf.txt': 'Gemeldet\n- 18.11.2026: Eingegangen\n\nGeprüft\n',
      'Aufgaben/Schadensmeldung/Antworten.pdf': expect.stringMatching(/^%PDF-/) as string,
      'Aufgaben/Schadensmeldung/Rechnung.txt': 'Summe',
    });
    const task = { workflowId: answered.workflowId };
    expect(manifest.files).toMatchObject([
      { path: 'Verlauf.txt', folders: [] },
      { path: 'Aufgaben/Schadensmeldung/Antworten.pdf', task },
      {
        folders: ['Aufgaben', 'Schadensmeldung'],
        task: { ...task, fileId: entityId, fileName: 'Rechnung.txt' },
      },
    ]);
  });

  it('The archive contains every page of a long timeline', async () => {
    const numbers = Array.from({ length: 120 }, (_, count) => count);
    await server.deps.db
      .insertInto('messages')
      .values(
        numbers.map((count) => ({
          id: newId(),
          caseId,
          timelineId: caseId,
          header: `Nr. ${count}.`,
          text: '',
          creatorName: 'A',
          authorId: practice.accountId,
          labels: '[]',
          belegdatum: null,
          withdrawnAt: null,
          idempotencyKey: null,
          bodyHash: '',
          createdAt: new Date(Date.parse('2026-11-20T08:00:00Z') + 1_000 * count).toISOString(),
        })),
      )
      .execute();
    expect(
      readTexts((await download()).rawPayload)['Nachrichten.txt']?.match(/Nr\. \d+\./g),
    ).toEqual(numbers.map((count) => `Nr. ${count}.`));
  });

  it('The archive gets 404 for a caller without the case', async () => {
    const other = await addUser(server, [practice.accountId]);
    expect((await download(await signIn(server, other.id))).statusCode).toBe(404);
    await practice.provider.call('DELETE', `/cases/${caseId}`);
    expect((await download()).statusCode).toBe(404);
  });

  it.each([
    [
      'is no longer there',
      async (blobKey: string) => rm(join(server.blobFolder, blobKey.slice(0, 2), blobKey)),
    ],
    [
      'is no longer what it was',
      async () =>
        server.deps.db
          .updateTable('files')
          .set({ sha256: 'f'.repeat(64) })
          .execute(),
    ],
    [
      'breaks off in the middle',
      async () => {
        const { get: real } = server.deps.blobStore;
        server.deps.blobStore.get = async (key) =>
          Readable.from(
            (async function* () {
              for await (const chunk of await real(key)) {
                yield chunk as Buffer;
                throw new Error('the store');
              }
            })(),
          );
      },
    ],
  ])('The download breaks off when a stored file %s', async (_, harm) => {
    const { fileId, blobKey } = await store(
      'Gross.txt',
      Readable.from([Buffer.alloc(3 * mebibyte, 'x')]),
    );
    await practice.provider.write(caseId, {
      fileIds: [await storeText('Erst.txt', 'a'.repeat(200_000)), fileId],
    });
    await harm(blobKey);
    const answer = await openDownload();
    expect(answer.statusCode).toBe(200);
    await expect(buffer(answer)).rejects.toThrow('aborted');
  });

  it('The archive is streamed in small chunks, at the reader’s speed', async () => {
    const size = 40 * mebibyte;
    const chunks = function* () {
      for (let sent = 0; sent < size; sent += mebibyte)
        yield Buffer.alloc(mebibyte, sent / mebibyte);
    };
    const fileIds = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt'].map(
        async (name) => (await store(name, Readable.from(chunks()))).fileId,
      ),
    );
    await practice.provider.write(caseId, { fileIds });
    const get = vi.spyOn(server.deps.blobStore, 'get');
    const countRead = async () => {
      const streams = (await Promise.all(
        get.mock.results.map(({ value }) => value as unknown),
      )) as ReadStream[];
      return streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    };
    const before = process.memoryUsage.rss();
    const answer = await openDownload();
    answer.pause();
    let read = 0;
    const hasStopped = async () => {
      const lastRead = read;
      read = await countRead();
      return read > mebibyte && read === lastRead;
    };
    await expect.poll(hasStopped, { interval: 100 }).toBe(true);
    expect(read).toBeLessThan(size);
    const whilePaused = process.memoryUsage.rss();
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    expect(received).toBeGreaterThan(3 * size);
    expect((whilePaused - before) / mebibyte).toBeLessThan(40);
  });
});

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
import { housekeep, sweepBlobs } from '#server/runtime/housekeeping.ts';
import {
  bytes,
  makePdf,
  root,
  setUpResumableUploads,
  type Upload,
} from '#server/testing/files/resumableUploads.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  signIn,
  upload as uploadFile,
  visit,
  webKeys,
  type Visitor,
} from '#server/testing/testServer.ts';

const getHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnEachDatabase('resumable uploads', (open) => {
  const {
    world,
    buildRequest,
    call,
    announce,
    begin,
    finish,
    loadOffset,
    send,
    getFile,
    listBlobs,
    listFiles,
  } = setUpResumableUploads(open);

  /** Declares the whole body from the offset on, sends some bytes and breaks the connection. */
  async function breakOff(
    { id, of }: Upload,
    content: Buffer,
    offset: number,
    sentBytes: number,
  ): Promise<void> {
    const sent = buildRequest('PATCH', `${root}/${id}`, of, {
      ...bytes,
      'upload-offset': offset,
      'content-length': content.length - offset,
    });
    await new Promise((resolve) => {
      sent.write(content.subarray(offset, offset + sentBytes), resolve);
    });
    const { localPort, bytesWritten = 0 } = sent.socket ?? {};
    const arrived = () =>
      world.connections.find(({ remotePort }) => remotePort === localPort)?.bytesRead;
    await expect.poll(arrived).toBe(bytesWritten);
    sent.destroy();
  }

  it('A resumed upload becomes the chosen file', async () => {
    const content = makePdf(20 * 1024 * 1024);
    const upload = await begin(content.length);
    expect(await loadOffset(upload)).toBe(0);
    await breakOff(upload, content, 0, 12_000_000);
    await expect.poll(() => loadOffset(upload)).toBeGreaterThanOrEqual(fileLimits.partBytes);
    const middle = await loadOffset(upload);
    await breakOff(upload, content, middle, 100_000);
    await expect.poll(() => loadOffset(upload)).toBeGreaterThan(middle);
    const rest = await loadOffset(upload);
    expect(await send(upload, rest, content.subarray(rest))).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(content.length) },
    });

    const file = await getFile(upload);
    expect(file).toEqual({
      fileuploadId: expect.any(String),
      fileName: 'Müller 😀.pdf',
      fileExtension: 'pdf',
      size: content.length,
      hasThumbnail: expect.any(Boolean),
    });
    expect(await listFiles()).toMatchObject([{ sha256: getHash(content), elementId: 'papers' }]);
    const back = await fetch(`${world.address}/api/files/download/${file.fileuploadId}`, {
      headers: world.visitor.headers,
    });
    expect(getHash(Buffer.from(await back.arrayBuffer()))).toBe(getHash(content));
    expect(await listBlobs()).toHaveLength(1);
  });

  it('An upload reports offset and expiry, and nothing to other origins', async () => {
    const upload = await begin(100);
    const { headers } = await call('HEAD', `${root}/${upload.id}`, world.visitor);
    expect(headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': '100',
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'upload-expires': 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('upload-metadata');
  });

  it('Bytes are accepted at the current offset only', async () => {
    const content = makePdf(1_000);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 400));
    for (const wrong of [0, 399, 401])
      expect(await send(upload, wrong, content.subarray(wrong))).toMatchObject({
        status: 409,
        reason: 'conflict',
      });
    expect(await loadOffset(upload)).toBe(400);
    expect(await send(upload, 400, content)).toMatchObject({
      status: 413,
      reason: 'requestTooLarge',
    });
    expect(await loadOffset(upload)).toBe(400);
    expect((await finish(upload)).statusCode).toBe(409);
  });

  it('Concurrent requests with the same bytes store them once', async () => {
    const content = makePdf(9 * 1024 * 1024);
    const upload = await begin(content.length);
    await Promise.allSettled([send(upload, 0, content), send(upload, 0, content)]);
    const offset = await loadOffset(upload);
    if (offset < content.length) await send(upload, offset, content.subarray(offset));
    await getFile(upload);
    expect(await listFiles()).toMatchObject([{ sha256: getHash(content), size: content.length }]);
    expect(await listBlobs()).toHaveLength(1);
  });

  it('A silent connection does not block the upload', async () => {
    const content = makePdf(1_000_000);
    const upload = await begin(content.length);
    const silent = buildRequest('PATCH', `${root}/${upload.id}`, world.visitor, {
      ...bytes,
      'upload-offset': 0,
      'content-length': content.length,
    });
    await new Promise((resolve) => {
      silent.write(content.subarray(0, 300_000), resolve);
    });
    await expect.poll(() => loadOffset(upload)).toBeGreaterThan(0);
    const offset = await loadOffset(upload);
    expect((await send(upload, offset, content.subarray(offset))).status).toBe(204);
    await getFile(upload);
    expect(await listFiles()).toMatchObject([{ sha256: getHash(content) }]);
    silent.destroy();
  });

  it('Retries create and finish an upload once', async () => {
    const content = makePdf(1_000);
    const begun = await Promise.all([1, 2, 3].map(() => begin(content.length, { key: 'same' })));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await announce(content.length + 1, { key: 'same' })).toMatchObject({
      status: 409,
      reason: 'conflict',
    });
    for (const other of [{ name: 'andere.pdf' }, { elementId: 'one' }])
      expect(await announce(content.length, { key: 'same', ...other })).toMatchObject({
        status: 409,
        reason: 'conflict',
      });
    const [upload] = begun;
    if (!upload) throw new Error('nothing was begun');
    await send(upload, 0, content);
    const answers = await Promise.all([1, 2, 3].map(() => finish(upload)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await begin(content.length, { key: 'same' })).id).toBe(upload.id);
    expect((await finish(upload)).body).toBe(answers[0]?.body);
    expect(await listFiles()).toHaveLength(1);
    expect(await listBlobs()).toHaveLength(1);
  });

  it('A resumable picture is stored with the extension of its content, also for a retry', async () => {
    const content = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(1_000)]);
    const options = { name: 'Foto.jpg', elementId: 'photos', key: 'photo' };
    const upload = await begin(content.length, options);
    await send(upload, 0, content);
    expect(await getFile(upload)).toMatchObject({ fileName: 'Foto.gif', size: content.length });
    expect((await begin(content.length, options)).id).toBe(upload.id);
    expect(await getFile(upload)).toMatchObject({ fileName: 'Foto.gif' });
  });

  it('A resumable upload does not get the file of another upload under its key', async () => {
    const content = makePdf(1_000);
    await uploadFile(world.server, world.visitor, {
      name: 'a.pdf',
      content: makePdf(1_000),
      elementId: 'papers',
      idempotencyKey: 'same',
    });
    const upload = await begin(content.length, { key: 'same' });
    await send(upload, 0, content);
    expect((await finish(upload)).statusCode).toBe(409);
    expect(await listFiles()).toHaveLength(1);
  });

  it('An upload is visible to its owner only', async () => {
    const upload = await begin(1_000);
    const strangers = [
      await visit(world.server, world.processGuid),
      {
        workflowKey: '',
        headers: await signIn(world.server, (await addUser(world.server, [world.accountId])).id),
      },
    ];
    for (const of of strangers) {
      const theirs = { ...upload, of };
      const answers = [
        await call('HEAD', `${root}/${upload.id}`, of),
        await send(theirs, 0, makePdf(1_000)),
        await call('DELETE', `${root}/${upload.id}`, of),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await finish(theirs)).statusCode).toBe(404);
    }
    expect(
      await call('HEAD', `${root}/${upload.id}`, { workflowKey: '', headers: webKeys }),
    ).toMatchObject({ status: 401 });
    expect(
      await call('HEAD', `${root}/${upload.id}`, {
        workflowKey: '',
        headers: { authorization: world.visitor.headers['authorization'] ?? '' },
      }),
    ).toMatchObject({ status: 401 });
    expect(await loadOffset(upload)).toBe(0);
  });

  it('An upload can be cancelled, also while it runs', async () => {
    const content = makePdf(1_000_000);
    const upload = await begin(content.length);
    await breakOff(upload, content, 0, 500_000);
    await expect.poll(listBlobs).toHaveLength(1);
    expect(await call('DELETE', `${root}/${upload.id}`, world.visitor)).toMatchObject({
      status: 204,
    });
    expect(await listBlobs()).toEqual([]);
    expect(await send(upload, 0, content)).toMatchObject({ status: 404, reason: 'notFound' });
  });

  it('An upload expires a day after its last byte', async () => {
    const hour = 3_600_000;
    const content = makePdf(1_000);
    const upload = await begin(content.length, { key: 'slow' });
    world.server.clock.forward((storageLimits.unfinishedHours - 1) * hour);
    const again = await visit(world.server, world.processGuid);
    const later = {
      id: upload.id,
      of: { ...world.visitor, headers: await renewed(world.visitor, again) },
    };
    await send(later, 0, content.subarray(0, 400));
    world.server.clock.forward((storageLimits.unfinishedHours - 1) * hour);
    await housekeep(world.server.deps);
    await sweepBlobs(world.server.deps, silentLogger);
    expect(await listBlobs()).toHaveLength(1);
    world.server.clock.forward(2 * hour);
    const late = {
      id: upload.id,
      of: { ...world.visitor, headers: await renewed(world.visitor, again) },
    };
    expect(await send(late, 400, content.subarray(400))).toMatchObject({
      status: 410,
      reason: 'uploadExpired',
    });
    expect((await finish(late)).statusCode).toBe(410);
    const anew = await begin(content.length, { of: late.of, key: 'slow' });
    expect([anew.id === upload.id, await loadOffset(anew), await listBlobs()]).toEqual([
      false,
      0,
      [],
    ]);
    world.server.clock.forward((storageLimits.unfinishedHours + 1) * hour);
    await housekeep(world.server.deps);
    expect(await world.server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  /** A token expires after 15 minutes. */
  async function renewed(
    { workflowKey }: Visitor,
    { headers }: Visitor,
  ): Promise<Record<string, string>> {
    const answer = await world.server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey },
    });
    return {
      ...headers,
      authorization: `Bearer ${json<{ accessToken: string }>(answer).accessToken}`,
    };
  }

  it('A retry gets the upload although its own file used the last slot', async () => {
    const content = makePdf(2_000);
    const upload = await begin(content.length, { elementId: 'one', key: 'once' });
    await send(upload, 0, content);
    await getFile(upload);
    const other = await begin(content.length, { elementId: 'one' });
    await send(other, 0, content);
    await getFile(other);
    expect(await announce(content.length, { elementId: 'one' })).toMatchObject({
      status: 403,
      reason: 'uploadLimit',
    });
    expect((await begin(content.length, { elementId: 'one', key: 'once' })).id).toBe(upload.id);
  });
});

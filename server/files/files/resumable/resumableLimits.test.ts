import { expect, it } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
import {
  bytes,
  makePdf,
  root,
  setUpResumableUploads,
} from '#server/testing/files/resumableUploads.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, json, signIn, upload as uploadWhole } from '#server/testing/testServer.ts';

describeOnEachDatabase('limits of resumable uploads', (open) => {
  const { world, call, announce, begin, finish, loadOffset, send, listBlobs, listFiles } =
    setUpResumableUploads(open);

  it.each([
    [
      'a file past the element’s size',
      1024 * 1024 + 1,
      { elementId: 'photos', name: 'a.jpg' },
      413,
      'fileTooLarge',
    ],
    ['a file past every size', fileLimits.maxSizeBytes + 1, {}, 413, 'fileTooLarge'],
    [
      'an extension the product does not take',
      100,
      { name: 'setup.exe' },
      400,
      'fileExtensionNotAllowed',
    ],
    [
      'an extension this element does not take',
      100,
      { name: 'bild.png' },
      400,
      'fileExtensionNotAllowed',
    ],
    ['an empty file', 0, {}, 400, 'emptyFile'],
    ['an element that is not there', 100, { elementId: 'nothing' }, 400, 'invalidInput'],
  ])(
    'An upload of %s is refused before its first byte',
    async (_, size, options, status, reason) => {
      expect(await announce(size, options)).toMatchObject({ status, reason });
      expect(await world.server.deps.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    },
  );

  it('A violation of the protocol is refused', async () => {
    const upload = await begin(100);
    for (const own of [
      { ...bytes, 'upload-offset': '-1' },
      { 'content-type': 'text/plain', 'upload-offset': 0 },
      { ...bytes, 'tus-resumable': '0.1', 'upload-offset': 0 },
    ]) {
      expect(
        (await call('PATCH', `${root}/${upload.id}`, world.visitor, own, Buffer.from('x'))).status,
      ).toBeGreaterThanOrEqual(400);
    }
    expect(await call('POST', root, world.visitor, { 'upload-length': 'many' })).toMatchObject({
      status: 400,
      reason: 'invalidInput',
    });
    expect(
      await call('POST', root, world.visitor, { 'upload-metadata': 'filename' }),
    ).toMatchObject({
      status: 400,
      reason: 'invalidInput',
    });
    expect(await loadOffset(upload)).toBe(0);
  });

  it('An upload with a virus is refused and deleted', async () => {
    const eicar = Buffer.from(
      'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
    );
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), eicar]);
    const upload = await begin(content.length);
    await send(upload, 0, content.subarray(0, 40)); // the test virus spans two parts
    await send(upload, 40, content.subarray(40));
    expect(json(await finish(upload))).toMatchObject({ reason: 'virusFound' });
    expect([await listFiles(), await listBlobs()]).toEqual([[], []]);
    expect(await call('HEAD', `${root}/${upload.id}`, world.visitor)).toMatchObject({
      status: 404,
    });
  });

  it('The daily limit of a client refuses further uploads', async () => {
    const sizes = Array.from(
      { length: Math.floor(storageLimits.quotaBytes / fileLimits.maxSizeBytes) },
      () => fileLimits.maxSizeBytes,
    );
    const of = {
      workflowKey: '',
      headers: await signIn(world.server, (await addUser(world.server, [world.accountId])).id),
    };
    const begun = await Promise.all(sizes.map((size) => begin(size, { of })));
    expect(await announce(1, { of })).toMatchObject({ status: 403, reason: 'uploadLimit' });
    const whole = await uploadWhole(world.server, of, { name: 'brief.pdf', content: makePdf(9) });
    expect([whole.statusCode, json(whole)['reason']]).toEqual([403, 'uploadLimit']);
    await call('DELETE', `${root}/${begun[0]?.id}`, of);
    await begin(fileLimits.maxSizeBytes, { of });
    expect(await announce(1, { of })).toMatchObject({ status: 403, reason: 'uploadLimit' });
    await begin(1_000); // the next day
  });

  it('The daily limit applies to concurrent uploads', async () => {
    const of = {
      workflowKey: '',
      headers: await signIn(world.server, (await addUser(world.server, [world.accountId])).id),
    };
    const room = Math.floor(storageLimits.quotaBytes / fileLimits.maxSizeBytes);
    const answers = await Promise.all(
      Array.from({ length: 4 * room }, () => announce(fileLimits.maxSizeBytes, { of })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
  });
});

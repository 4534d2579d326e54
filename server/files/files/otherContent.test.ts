import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotScannable } from '#server/ports/virusScan.ts';
import { buildZip, locked } from '#server/testing/files/archives.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

/** Files whose content is not what their name says. */
let server: TestServer;
let client: Visitor;
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  const { accountId, apiKey } = await addAccount(server);
  const { id } = await addUser(server, [accountId]);
  client = { workflowKey: '', headers: await signIn(server, id) };
  const { processGuid } = await publish(server, apiKey, {
    title: 'Unfall melden',
    formElements: [{ id: 'photos', type: 'file', label: 'Fotos', extensions: ['jpg'] }],
  });
  visitor = await visit(server, processGuid);
});
afterAll(() => server.close());

const makeWebp = () =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();

type Stored = { fileuploadId: string; fileName: string; fileExtension: string };
const readStored = (answer: Awaited<ReturnType<typeof upload>>) =>
  json<{ files: [Stored & { hasThumbnail: boolean }] }>(answer).files[0];

it('A picture is stored with the extension of its content, and has a thumbnail', async () => {
  const content = await makeWebp();
  expect(readStored(await upload(server, client, { name: 'IMG 1.JPG', content }))).toMatchObject({
    fileName: 'IMG 1.webp',
    fileExtension: 'webp',
    hasThumbnail: true,
  });
});

it('An element that takes JPEG also takes another picture with its extension', async () => {
  const photo = { name: 'foto.jpg', content: await makeWebp(), elementId: 'photos' };
  expect(readStored(await upload(server, visitor, photo)).fileName).toBe('foto.webp');
});

it('A retry of a picture with another extension gets the first response', async () => {
  const photo = { name: 'foto.jpg', content: await makeWebp(), idempotencyKey: 'one-photo' };
  const first = readStored(await upload(server, client, photo));
  expect(readStored(await upload(server, client, photo))).toEqual(first);
  expect(json(await upload(server, client, { ...photo, name: 'anderes.jpg' }))['reason']).toBe(
    'conflict',
  );
});

it('A name that follows the file keeps the extension of the content', async () => {
  const webp = (await makeWebp()).toString('latin1');
  const send = (name: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2.0/files/upload',
      headers: { ...client.headers, 'content-type': 'multipart/form-data; boundary=B' },
      payload: Buffer.from(
        '--B\r\nContent-Disposition: form-data; name="File"; filename="foto.jpg"\r\n\r\n' +
          `${webp}\r\n--B\r\nContent-Disposition: form-data; name="Name"\r\n\r\n${name}\r\n--B--\r\n`,
        'latin1',
      ),
    });
  expect(readStored(await send('Heck.jpg')).fileName).toBe('Heck.webp');
  expect(readStored(await send('Heck')).fileName).toBe('Heck.webp');
  expect(json(await send('Heck.pdf'))['reason']).toBe('invalidInput');
});

it('A page with a script in a table is a download that no browser runs', async () => {
  const content = Buffer.from('<html><script>alert(1)</script></html>');
  const { fileuploadId } = readStored(
    await upload(server, client, { name: 'umsatz.xls', content }),
  );
  const answer = await server.app.inject({
    url: `/api/files/download/${fileuploadId}`,
    headers: client.headers,
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="umsatz.xls"; filename*=UTF-8\'\'umsatz.xls',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

const zip = buildZip({ 'a.txt': Buffer.from('geheim') });
it.each([
  ['behind a password', 'akte.zip', locked(zip), /mit einem Passwort.*Entfernen Sie das Passwort/],
  ['of another format', 'akte.rar', Buffer.from('Rar!\x1a\x07\x01\0'), /als ZIP-Datei/],
  ['that is cut off', 'akte.zip', zip.subarray(0, 60), /beschädigt.*speichern Sie sie neu/],
  ['that is no Word file', 'brief.docx', zip, /passt nicht zu ihrer Endung.*als PDF/],
])('The refusal of a file %s says what to do', async (_, name, content, sentence) => {
  expect(json(await upload(server, client, { name, content }))['reasonMessage']).toMatch(sentence);
});

it('A protected Word file is taken, unless the scanner refuses it', async () => {
  const content = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(5_000),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  const letter = { name: 'brief.docx', content };
  expect(readStored(await upload(server, client, letter))).toMatchObject({
    fileName: 'brief.docx',
    hasThumbnail: false,
  });
  const { virusScan } = server.deps;
  server.deps.virusScan = {
    scanning: () => new PassThrough({ flush: (done) => done(new NotScannable('password')) }),
  };
  const answer = await upload(server, client, letter).finally(() => {
    server.deps.virusScan = virusScan;
  });
  expect(json(answer)).toMatchObject({
    reason: 'notScannable',
    reasonMessage: expect.stringContaining('Entfernen Sie das Passwort') as string,
  });
});

import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

describeOnEachDatabase('a malformed upload', (open) => {
  let server: TestServer;
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer({ open });
    const { apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, {
      title: 'Unfall melden',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen', maxSizeMb: 50 }],
    });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  const rows = () => server.deps.db.selectFrom('files').selectAll().execute();
  const blobs = async () =>
    (
      await readdir(server.blobFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile());

  it.each([
    ['a boundary that is far too long', `--${'b'.repeat(252)}`, ''],
    ['such a boundary in quotes', `--b;${'b'.repeat(252)}`, ''],
    [
      'more fields than any form has',
      '--b',
      '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(30),
    ],
    ['a part that never begins', '--b', `--b\r\n${'x'.repeat(1_000_000)}`],
  ])(
    'A body with %s is refused at once',
    { timeout: scaleTimeout(5_000) },
    async (_, delimiter, before) => {
      const boundary = delimiter.slice(2);
      const part = (name: string, content: string) =>
        `${delimiter}\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${content}\r\n`;
      const file = part('"File"; filename="a.pdf"', '%PDF');
      const payload = `${before}${part('"ElementId"', 'papers')}${file}${delimiter}--\r\n`;
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/v2.0/files/upload',
        headers: {
          ...visitor.headers,
          'content-type': `multipart/form-data; boundary=${boundary.includes(';') ? `"${boundary}"` : boundary}`,
        },
        payload,
      });
      expect([400, 413]).toContain(answer.statusCode);
      expect([await rows(), await blobs()]).toEqual([[], []]);
    },
  );

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['no part', 'multipart/form-data; boundary=B', 'garbage'],
    [
      'an early end',
      'multipart/form-data; boundary=B',
      '--B\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n' +
        '--B\r\nContent-Disposition: form-data; name="File"; filename="a.txt"\r\n\r\nhello',
    ],
  ])('A multipart body with %s is 400 and names the file', async (_, contentType, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2.0/files/upload',
      headers: { ...visitor.headers, 'content-type': contentType },
      payload,
    });
    expect([answer.statusCode, json(answer)]).toMatchObject([
      400,
      {
        reason: 'invalidInput',
        fields: {
          '/File': 'Die Datei kam nicht vollständig an. Bitte senden Sie sie noch einmal.',
        },
      },
    ]);
    expect([await rows(), await blobs()]).toEqual([[], []]);
  });

  it('A file without a name is refused with 400', async () => {
    const part = (disposition: string, content: string) =>
      `--B\r\nContent-Disposition: form-data; ${disposition}\r\n` +
      `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2.0/files/upload',
      headers: { ...visitor.headers, 'content-type': 'multipart/form-data; boundary=B' },
      payload:
        '--B\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n' +
        `${part('name="File"', 'hello')}--B--\r\n`,
    });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'fileExtensionNotAllowed']);
    expect([await rows(), await blobs()]).toEqual([[], []]);
  });
});

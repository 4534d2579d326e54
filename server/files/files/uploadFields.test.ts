import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

describe('fields of an upload', () => {
  let server: TestServer;
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer();
    const { apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, {
      title: 'Unfall melden',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  const part = (disposition: string, content: string) =>
    `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const field = (name: string, value: string) => part(`name="${name}"`, value);
  const file = part('name="File"; filename="scan0001.txt"', 'Inhalt');
  const element = field('ElementId', 'papers');
  const sendParts = (headers: Record<string, string>, parts: readonly string[]) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2.0/files/upload',
      headers: {
        ...visitor.headers,
        'content-type': 'multipart/form-data; boundary=B',
        ...headers,
      },
      payload: `${parts.join('')}--B--\r\n`,
    });
  const send = (...parts: string[]) => sendParts({}, parts);
  const retry = (...parts: string[]) => sendParts({ 'idempotency-key': 'one-upload' }, parts);
  const rows = () => server.deps.db.selectFrom('files').select('name').execute();

  it.each([
    ['before the file', [element, field('Name', 'Vollmacht.txt'), file], 'Vollmacht.txt'],
    ['after the file', [element, file, field('Name', 'Vollmacht.txt')], 'Vollmacht.txt'],
    ['without an extension', [element, file, field('Name', 'Vollmacht')], 'Vollmacht.txt'],
    ['that is empty', [element, field('Name', ' '), file], 'scan0001.txt'],
    ['with a path', [element, field('Name', '../../etc/Vollmacht.txt'), file], 'Vollmacht.txt'],
  ])('A name %s is the name of the stored file', async (_, parts, name) => {
    const answer = await send(...parts);
    expect(json<{ files: object[] }>(answer).files).toMatchObject([{ fileName: name }]);
    expect(await rows()).toEqual([{ name }]);
  });

  it.each([
    ['Name', [element, file, field('Name', 'Vollmacht.pdf')]],
    ['ElementId', [file, element]],
  ])('%s after the file is refused if the file’s checks depend on it', async (name, parts) => {
    const answer = await send(...(name === 'ElementId' ? [element, ...parts] : parts));
    expect([answer.statusCode, json(answer)]).toMatchObject([
      400,
      {
        reason: 'invalidInput',
        fields: {
          [`/${name}`]:
            'Dieses Feld muss vor der Datei stehen, weil davon abhängt, wie die Datei geprüft wird.',
        },
      },
    ]);
    expect(await rows()).toEqual([]);
  });

  const named = field('Name', 'Vollmacht.txt');

  it.each([
    ['in the same order', [element, named, file]],
    ['in another order', [element, file, named]],
    [
      'with the name as the file name',
      [element, part('name="File"; filename="Vollmacht.txt"', 'Inhalt')],
    ],
  ])('A retry with the same file %s gets the first response', async (_, parts) => {
    const first = await retry(element, named, file);
    const again = await retry(...parts);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(await rows()).toHaveLength(1);
  });

  const otherContent = part('name="File"; filename="scan0001.txt"', 'Innern');

  it.each([
    ['another content', [element, named, otherContent]],
    ['another content before the name', [element, otherContent, named]],
    ['more content', [element, named, part('name="File"; filename="a.txt"', 'Inhalt und mehr')]],
    ['another name before the file', [element, field('Name', 'Anlage.txt'), file]],
    ['another name after the file', [element, file, field('Name', 'Anlage.txt')]],
    ['no name', [element, file]],
    ['a name that is not allowed', [element, field('Name', 'Vollmacht.exe'), file]],
    ['another element', [field('ElementId', 'photos'), named, file]],
    ['no file', [element, named]],
  ])('The Idempotency-Key of an upload with %s is refused', async (_, parts) => {
    await retry(element, named, file);
    const answer = await retry(...parts);
    expect([answer.statusCode, json(answer)['reason']]).toEqual([409, 'conflict']);
    expect(await rows()).toEqual([{ name: 'Vollmacht.txt' }]);
  });

  it('Of two files that are sent at once under one Idempotency-Key one is refused', async () => {
    const answers = await Promise.all([
      retry(element, named, file),
      retry(element, named, otherContent),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await rows()).toHaveLength(1);
  });

  it('A name with an extension that is not allowed is refused', async () => {
    const answer = await send(element, field('Name', 'Vollmacht.exe'), file);
    expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'fileExtensionNotAllowed']);
  });
});
